import { type JsonObject, objectOf } from "../src/json-value.ts";
import { at, type Mutation, mutationsOf, rename } from "./mutation.ts";

const headers = mutationsOf("headers");
const security = mutationsOf("security and servers");
const texts = mutationsOf("texts and layout");

/** Mutations of headers, security, servers, and texts for people. */
export function documentMutations(document: JsonObject): Mutation[] {
  return [...headerMutations(document), ...securityMutations(), ...textMutations()];
}

function headerMutations(document: JsonObject): Mutation[] {
  const components = objectOf(document.components);
  const own = Object.entries(objectOf(components.headers)).flatMap(([name, header]) => {
    const find = (copy: JsonObject) => at(copy, "components", "headers", name);
    const isRequired = objectOf(header).required === true;
    return [
      isRequired
        ? headers.breaking(`${name}: may be missing`, (d) => Object.assign(find(d), { required: false }))
        : headers.harmless(`${name}: always sent`, (d) => Object.assign(find(d), { required: true })),
      headers.breaking(`${name}: another type`, (d) =>
        Object.assign(find(d), { schema: { type: "boolean" } }),
      ),
      headers.harmless(`${name}: other texts`, (d) =>
        Object.assign(find(d), { description: "D", example: "1" }),
      ),
      headers.harmless(`${name}: a narrower value`, (d) =>
        Object.assign(at(find(d), "schema"), { maxLength: 200, maximum: 10 }),
      ),
    ];
  });
  const removed = Object.entries(objectOf(components.responses)).flatMap(([response, node]) =>
    Object.keys(objectOf(objectOf(node).headers)).map((name) =>
      headers.breaking(
        `${response}: without ${name}`,
        (d) => delete at(d, "components", "responses", response, "headers")[name],
      ),
    ),
  );
  return [...own, ...removed];
}

function securityMutations(): Mutation[] {
  const scheme = (copy: JsonObject) => at(copy, "components", "securitySchemes", "bearerAuth");
  const key = { type: "apiKey", in: "header", name: "X-Key" };
  const addKey = (d: JsonObject) => Object.assign(at(d, "components", "securitySchemes"), { key });
  const server = (copy: JsonObject) => at(copy, "servers", "0");
  return [
    security.breaking("basic authentication", (d) => Object.assign(scheme(d), { scheme: "basic" })),
    security.breaking("a key in a header", (d) =>
      Object.assign(at(d, "components", "securitySchemes"), { bearerAuth: key }),
    ),
    security.breaking("a key in addition to the token", (d) =>
      Object.assign(addKey(d) && d, { security: [{ bearerAuth: [], key: [] }] }),
    ),
    security.breaking("a role for the token", (d) =>
      Object.assign(d, { security: [{ bearerAuth: ["admin"] }] }),
    ),
    security.harmless("a key as an alternative to the token", (d) =>
      Object.assign(addKey(d) && d, { security: [{ bearerAuth: [] }, { key: [] }] }),
    ),
    security.harmless("no authentication", (d) => delete d.security),
    security.harmless("optional authentication", (d) =>
      Object.assign(d, { security: [{ bearerAuth: [] }, {}] }),
    ),
    security.harmless("another bearerFormat", (d) =>
      Object.assign(scheme(d), { bearerFormat: "JWT", description: "D" }),
    ),
    security.harmless("the scheme renamed", (d) => {
      rename(at(d, "components", "securitySchemes"), "bearerAuth", "token");
      d.security = [{ token: [] }];
    }),
    security.breaking("another server", (d) => Object.assign(server(d), { url: "https://api.test" })),
    security.breaking("a prefix on the server", (d) => Object.assign(server(d), { url: "{baseUrl}/prefix" })),
    security.breaking("another default of the server", (d) =>
      Object.assign(at(server(d), "variables", "baseUrl"), { default: "https://api.test" }),
    ),
    security.harmless("one more server", (d) =>
      Object.assign(d, { servers: [{ url: "https://api.test" }, server(d)] }),
    ),
    security.harmless("the server on every path", (d) => {
      for (const item of Object.values(at(d, "paths")))
        Object.assign(objectOf(item), { servers: [server(d)] });
    }),
  ];
}

function textMutations(): Mutation[] {
  return [
    texts.harmless("the version", (d) => Object.assign(at(d, "info"), { version: "9.9.9" })),
    texts.harmless("the title and the contact", (d) =>
      Object.assign(at(d, "info"), { title: "T", contact: { name: "N" } }),
    ),
    texts.harmless("the tags", (d) => Object.assign(d, { tags: [{ name: "Other" }] })),
    texts.harmless("no examples", (d) =>
      Object.assign(
        d,
        JSON.parse(
          JSON.stringify(d, (key, value) => (key === "examples" || key === "example" ? undefined : value)),
        ),
      ),
    ),
    texts.harmless("external docs", (d) => Object.assign(d, { externalDocs: { url: "https://docs.test" } })),
    texts.harmless("an extension", (d) => Object.assign(d, { "x-team": "T" })),
    texts.harmless("an unused component", (d) =>
      Object.assign(at(d, "components", "schemas"), { Unused: { type: "string" } }),
    ),
    texts.harmless("components first", (d) => {
      const { components, ...rest } = d;
      for (const key of Object.keys(d)) delete d[key];
      Object.assign(d, { components }, rest);
    }),
    texts.harmless("3.1.1", (d) => Object.assign(d, { openapi: "3.1.1" })),
    texts.harmless("a webhook", (d) =>
      Object.assign(d, { webhooks: { changed: { post: { responses: { 200: { description: "T" } } } } } }),
    ),
  ];
}
