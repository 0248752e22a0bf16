import { arrayOf, type JsonObject, objectOf } from "../src/json-value.ts";
import { at, type Mutation, mutationsOf, rename } from "./mutation.ts";

const { breaking, harmless } = mutationsOf("parameters");
const paths = mutationsOf("paths");
const listComputers = ["paths", "/api/v0/computers", "get"] as const;

/** Mutations of each parameter and of the paths. */
export function parameterMutations(document: JsonObject): Mutation[] {
  const list = arrayOf(at(document, ...listComputers).parameters);
  return [
    ...list.flatMap((_, index) => ofQueryParameter(document, index)),
    ...ofEnum(list.length - 1),
    ...ofPathParameter(),
    ...Object.keys(objectOf(document.paths)).flatMap(ofPath),
  ];
}

function ofQueryParameter(document: JsonObject, index: number): Mutation[] {
  const find = (copy: JsonObject) => at(copy, ...listComputers, "parameters", String(index));
  const schema = (copy: JsonObject) => at(find(copy), "schema");
  const name = String(find(document).name);
  return [
    breaking(`${name}: removed`, (d) => arrayOf(at(d, ...listComputers).parameters).splice(index, 1)),
    breaking(`${name}: renamed`, (d) => Object.assign(find(d), { name: `${name}2` })),
    breaking(`${name}: required`, (d) => Object.assign(find(d), { required: true })),
    breaking(`${name}: moved to a header`, (d) => Object.assign(find(d), { in: "header" })),
    breaking(`${name}: an integer`, (d) => Object.assign(find(d), { schema: { type: "integer" } })),
    breaking(`${name}: a list`, (d) =>
      Object.assign(find(d), { schema: { type: "array", items: schema(d) } }),
    ),
    breaking(`${name}: as JSON`, (d) => {
      const content = { "application/json": { schema: schema(d) } };
      delete find(d).schema;
      Object.assign(find(d), { content });
    }),
    breaking(`${name}: shorter`, (d) => Object.assign(schema(d), { maxLength: 3 })),
    breaking(`${name}: with a pattern`, (d) => Object.assign(schema(d), { pattern: "^f" })),
    breaking(`${name}: another format`, (d) => Object.assign(schema(d), { format: "date-time" })),
    harmless(`${name}: any text`, (d) => Object.assign(find(d), { schema: { type: "string" } })),
    harmless(`${name}: a default documented`, (d) => Object.assign(schema(d), { default: "true" })),
    harmless(`${name}: other texts`, (d) => Object.assign(find(d), { description: "D", example: "true" })),
    harmless(`${name}: deprecated`, (d) => Object.assign(find(d), { deprecated: true })),
    harmless(`${name}: the default style spelled out`, (d) =>
      Object.assign(find(d), { style: "form", explode: true }),
    ),
    harmless(`${name}: a component`, (d) => {
      at(d, "components", "parameters").Moved = { ...find(d) };
      arrayOf(at(d, ...listComputers).parameters)[index] = { $ref: "#/components/parameters/Moved" };
    }),
  ];
}

function ofEnum(index: number): Mutation[] {
  const schema = (copy: JsonObject) => at(copy, ...listComputers, "parameters", String(index), "schema");
  return [
    breaking("includeProvisioningSteps: one value fewer", (d) =>
      Object.assign(schema(d), { enum: ["true"] }),
    ),
    breaking("includeProvisioningSteps: a boolean", (d) => {
      delete schema(d).enum;
      Object.assign(schema(d), { type: "boolean" });
    }),
    harmless("includeProvisioningSteps: one more value", (d) =>
      Object.assign(schema(d), { enum: ["true", "false", "auto"] }),
    ),
    harmless("includeProvisioningSteps: the values in another order", (d) =>
      Object.assign(schema(d), { enum: ["false", "true"] }),
    ),
    harmless("includeProvisioningSteps: oneOf consts", (d) => {
      delete schema(d).enum;
      Object.assign(schema(d), { oneOf: [{ const: "true" }, { const: "false" }] });
    }),
    harmless("parameters in another order", (d) => arrayOf(at(d, ...listComputers).parameters).reverse()),
  ];
}

function ofPathParameter(): Mutation[] {
  const find = (copy: JsonObject) => at(copy, "components", "parameters", "ComputerId");
  const schema = (copy: JsonObject) => at(find(copy), "schema");
  return [
    breaking("computerId: a UUID", (d) => Object.assign(schema(d), { format: "uuid" })),
    breaking("computerId: an integer", (d) => Object.assign(find(d), { schema: { type: "integer" } })),
    breaking("computerId: with a pattern", (d) => Object.assign(schema(d), { pattern: "^cmp_" })),
    breaking("computerId: at most 10 characters", (d) => Object.assign(schema(d), { maxLength: 10 })),
    breaking("computerId: in matrix style", (d) => Object.assign(find(d), { style: "matrix" })),
    harmless("computerId: other descriptions", (d) =>
      Object.assign(find(d), { description: "D", example: "cmp_2" }),
    ),
    harmless("computerId: id in the template", (d) => {
      Object.assign(find(d), { name: "id" });
      for (const path of Object.keys(at(d, "paths")))
        rename(at(d, "paths"), path, path.replace("{computerId}", "{id}"));
    }),
  ];
}

function ofPath(path: string): Mutation[] {
  return [
    paths.breaking(`${path}: removed`, (d) => delete at(d, "paths")[path]),
    paths.breaking(`${path}: renamed`, (d) =>
      rename(at(d, "paths"), path, path.replace("computers", "machines")),
    ),
    paths.breaking(`${path}: another version`, (d) => rename(at(d, "paths"), path, path.replace("v0", "v1"))),
    paths.breaking(`${path}: a trailing slash`, (d) => rename(at(d, "paths"), path, `${path}/`)),
    paths.harmless(`${path}: a sister added`, (d) => {
      at(d, "paths")[`${path}/sister`] = {
        ...at(d, "paths", path),
        get: { operationId: "sister", responses: { 200: { description: "S" } } },
      };
    }),
    paths.harmless(`${path}: a component`, (d) => {
      at(d, "components").pathItems = { Moved: at(d, "paths", path) };
      at(d, "paths")[path] = { $ref: "#/components/pathItems/Moved" };
    }),
  ];
}
