import type { JsonObject } from "../../src/json-value.ts";
import { type Case, json, object, type Parts } from "../api.ts";

export const string = { type: "string" };
export const ok = (more: JsonObject = {}) => ({ description: "Done.", content: json(string), ...more });
export const problem = {
  description: "Failed.",
  content: { "application/problem+json": { schema: object({ title: string }) } },
};
export const responses = (map: JsonObject): Parts => ({ operation: { responses: map } });
export const query = (more: JsonObject = {}) => ({ name: "q", in: "query", schema: string, ...more });
export const parameters = (...list: unknown[]): Parts => ({ parameters: list });
export const body = (more: JsonObject): Parts => ({
  operation: { requestBody: { content: json(string), ...more } },
});
export const schemes = (map: JsonObject, root: JsonObject = {}): Parts => ({
  components: { securitySchemes: map },
  root,
});
export const bearer = { type: "http", scheme: "bearer" };
export const key = { type: "apiKey", in: "header", name: "X-Key" };
export const oauth = {
  type: "oauth2",
  flows: { clientCredentials: { tokenUrl: "https://x.test/token", scopes: { r: "read", w: "write" } } },
};
export const secured = (security: unknown, map: JsonObject = { bearer, key, oauth }): Parts =>
  schemes(map, { security });
export const header = (more: JsonObject = {}) =>
  responses({ 200: ok({ headers: { "X-A": { schema: string, ...more } } }) });
export const servers = (...urls: string[]): Parts => ({ root: { servers: urls.map((url) => ({ url })) } });

/** Creates a case from a change and the impacts of both directions. */
export function row(name: string, a: Parts, b: Parts, there: Case["there"], back: Case["back"]): Case {
  return { name, a, b, there, back };
}
