import type { FastifyInstance } from "fastify";

/** Watches which routes are added from now on, and finds the methods of those that match a path. */
export function watchRoutes(http: FastifyInstance): (path: string) => readonly string[] {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  http.addHook("onRoute", ({ url, method }) => {
    const pattern = url.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+").replace("*", ".*");
    routes.push({ pattern: new RegExp(`^${pattern}$`), methods: [method].flat() });
  });
  return (path) => routes.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []));
}
