import type { Api } from "@compute-host/openapi";

/** The name of a schema for readers: `Key, in requests` for the view that requests have of `Key`. */
export function objectTitle({ views }: Api, name: string): string {
  const view = Object.hasOwn(views, name) ? views[name] : undefined;
  return view === undefined ? name : `${view.of}, in ${view.direction}`;
}
