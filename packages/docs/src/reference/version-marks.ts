import type { Api } from "@compute-host/openapi";
import { slugify } from "../anchors.ts";
import { type Content, html } from "../html.ts";

/** A version of the interface. */
export interface Version {
  /** Such as `0.2.0`. */
  readonly name: string;
  /** Such as `2026-11-20`; absent until the version is released. */
  readonly date: string | undefined;
  /** Its entry in the changelog, in Markdown, with the gate's list of changes. */
  readonly text: string;
}

/** What versions did to an operation or a field. */
interface Marks {
  readonly since?: string;
  readonly deprecated?: string;
}

/**
 * Reads which version added or deprecated what, by its address in the reference, such as `listComputers` or `Computer.name`; returns
 * what to show there.
 *
 * @param changelogUrl the page with a section for each version
 */
export function versionMarks(api: Api, versions: readonly Version[], changelogUrl: string) {
  const marks = new Map<string, Marks>();
  for (const { name, text } of versions) {
    for (const [, place = "", change = ""] of text.matchAll(/^- `(.+?)`: (.+)$/gm)) {
      const address = markAddress(api, place);
      const own = marks.get(address) ?? {};
      if (/ was added\.$|^`[A-Z]+ \//.test(change)) marks.set(address, { ...own, since: name });
      if (/ marked as deprecated\.$/.test(change)) marks.set(address, { ...own, deprecated: name });
    }
  }
  const link = (words: string, version?: string) =>
    version !== undefined &&
    html`<a class="type" href="${changelogUrl}#${slugify(version)}">${words} ${version}</a>`;
  return (address: string): Content => {
    const { since, deprecated } = marks.get(address) ?? {};
    return [link("since", since), since && deprecated && " ", link("deprecated in", deprecated)];
  };
}

/** The address of what the gate names: `GET /computers › query parameter hostId`, `... › schema Computer › name`. */
function markAddress({ operations }: Api, place: string): string {
  const [first = "", ...rest] = place.split(" › ");
  const schema = rest.findIndex((part) => part.startsWith("schema "));
  if (schema >= 0) return [rest[schema]?.slice(7), ...rest.slice(schema + 1)].join(".");
  const named = operations.find(
    ({ operationId, method, path }) => first === operationId || first === `${method} ${path}`,
  );
  const parts = rest
    .filter((part) => !part.includes("/"))
    .map((part) => part.replace("request body", "body").replace(/^(\w+) parameter /, "$1."));
  return [named?.operationId ?? first, ...parts].join(".");
}
