import { arrayOf, type JsonObject, objectOf } from "../src/json-value.ts";
import { at, type Mutation, mutationsOf, rename } from "./mutation.ts";

const methods = ["get", "patch", "post"];
const { breaking, harmless } = mutationsOf("operations");
const responses = mutationsOf("responses");
const bodies = mutationsOf("request bodies");
const parameters = mutationsOf("parameters");

/** Lists the operations of the document with path, method, and a way to find each in a copy. */
export function operationsIn(document: JsonObject) {
  return Object.entries(objectOf(document.paths)).flatMap(([path, item]) =>
    methods
      .filter((method) => method in objectOf(item))
      .map((method) => ({
        path,
        method,
        label: `${method.toUpperCase()} ${path}`,
        item: (copy: JsonObject) => at(copy, "paths", path),
        find: (copy: JsonObject) => at(copy, "paths", path, method),
        node: at(document, "paths", path, method),
      })),
  );
}

type Spot = ReturnType<typeof operationsIn>[number];

/** Mutations of each operation, its responses, its body and its parameters. */
export function operationMutations(document: JsonObject): Mutation[] {
  return operationsIn(document).flatMap((spot) => [
    ...ofOperation(spot),
    ...ofResponses(spot),
    ...ofBody(spot),
    ...ofNewParameters(spot),
  ]);
}

function ofOperation({ label, method, item, find }: Spot): Mutation[] {
  return [
    breaking(`${label}: removed`, (d) => delete item(d)[method]),
    breaking(`${label}: another method`, (d) => rename(item(d), method, "put")),
    breaking(`${label}: operationId renamed`, (d) => Object.assign(find(d), { operationId: "renamed" })),
    harmless(`${label}: deprecated`, (d) => Object.assign(find(d), { deprecated: true })),
    harmless(`${label}: other texts`, (d) => Object.assign(find(d), { summary: "S", description: "D" })),
    harmless(`${label}: another tag`, (d) => Object.assign(find(d), { tags: ["Other"] })),
    harmless(`${label}: made public`, (d) => Object.assign(find(d), { security: [] })),
    harmless(`${label}: the document's security spelled out`, (d) =>
      Object.assign(find(d), { security: [{ bearerAuth: [] }] }),
    ),
    harmless(`${label}: the path's parameters moved to it`, (d) => {
      const own = find(d);
      const siblings = Object.keys(item(d)).filter((key) => methods.includes(key));
      own.parameters = [...arrayOf(item(d).parameters), ...arrayOf(own.parameters)];
      if (siblings.length === 1) delete item(d).parameters;
    }),
  ];
}

function ofResponses({ label, find, node }: Spot): Mutation[] {
  const all = (copy: JsonObject) => at(find(copy), "responses");
  return Object.keys(objectOf(node.responses)).flatMap((status) => {
    if (!/^2/.test(status)) {
      return [responses.harmless(`${label}: ${status} no longer returned`, (d) => delete all(d)[status])];
    }
    const success = (copy: JsonObject) => at(all(copy), status);
    const content = (copy: JsonObject) => at(success(copy), "content");
    return [
      responses.breaking(`${label}: ${status} removed`, (d) => delete all(d)[status]),
      responses.breaking(`${label}: ${status} turned into 203`, (d) => rename(all(d), status, "203")),
      responses.breaking(`${label}: ${status} without a body`, (d) => delete success(d).content),
      responses.breaking(`${label}: ${status} in another media type`, (d) =>
        rename(content(d), "application/json", "application/xml"),
      ),
      responses.breaking(`${label}: ${status} as an array`, (d) => {
        const media = at(content(d), "application/json");
        media.schema = { type: "array", items: media.schema };
      }),
      responses.harmless(`${label}: ${status} in one more media type`, (d) =>
        Object.assign(content(d), { "text/csv": {} }),
      ),
      responses.harmless(`${label}: 204 added`, (d) =>
        Object.assign(all(d), { 204: { description: "Nothing." } }),
      ),
      responses.harmless(`${label}: 418 added`, (d) =>
        Object.assign(all(d), { 418: { $ref: "#/components/responses/OtherError" } }),
      ),
      responses.harmless(`${label}: ${status} with another description`, (d) =>
        Object.assign(success(d), { description: "Fine." }),
      ),
      responses.harmless(`${label}: ${status} with one more header`, (d) => {
        at(success(d), "headers")["X-New"] = { schema: { type: "string" } };
      }),
      responses.breaking(
        `${label}: ${status} without X-Request-Id`,
        (d) => delete at(success(d), "headers")["X-Request-Id"],
      ),
      responses.harmless(`${label}: ${status} with the schema in allOf`, (d) => {
        const media = at(content(d), "application/json");
        media.schema = { allOf: [media.schema] };
      }),
    ];
  });
}

function ofBody({ label, find, node }: Spot): Mutation[] {
  const content = { "application/json": { schema: { type: "object" } } };
  if (node.requestBody === undefined) {
    return [
      bodies.breaking(`${label}: a required body`, (d) =>
        Object.assign(find(d), { requestBody: { required: true, content } }),
      ),
      bodies.harmless(`${label}: an optional body`, (d) =>
        Object.assign(find(d), { requestBody: { content } }),
      ),
    ];
  }
  const body = (copy: JsonObject) => at(find(copy), "requestBody");
  return [
    bodies.breaking(`${label}: the body removed`, (d) => delete find(d).requestBody),
    bodies.harmless(`${label}: the body optional`, (d) => Object.assign(body(d), { required: false })),
    bodies.harmless(`${label}: another description of the body`, (d) =>
      Object.assign(body(d), { description: "B" }),
    ),
    bodies.breaking(`${label}: the body in another media type`, (d) =>
      rename(at(body(d), "content"), "application/json", "application/merge-patch+json"),
    ),
    bodies.harmless(`${label}: the body in one more media type`, (d) => {
      at(body(d), "content")["application/merge-patch+json"] = {
        schema: { $ref: "#/components/schemas/ComputerUpdate" },
      };
    }),
  ];
}

function ofNewParameters({ label, find }: Spot): Mutation[] {
  const add = (d: JsonObject, parameter: JsonObject) => {
    find(d).parameters = [...arrayOf(find(d).parameters), { schema: { type: "string" }, ...parameter }];
  };
  return [
    parameters.breaking(`${label}: a required query parameter`, (d) =>
      add(d, { name: "limit", in: "query", required: true }),
    ),
    parameters.harmless(`${label}: an optional query parameter`, (d) =>
      add(d, { name: "limit", in: "query" }),
    ),
    parameters.breaking(`${label}: a required header`, (d) =>
      add(d, { name: "X-Tenant", in: "header", required: true }),
    ),
    parameters.harmless(`${label}: an optional header`, (d) => add(d, { name: "X-Tenant", in: "header" })),
    parameters.harmless(`${label}: an optional cookie`, (d) => add(d, { name: "session", in: "cookie" })),
  ];
}
