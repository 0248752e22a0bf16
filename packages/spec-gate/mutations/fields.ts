import { arrayOf, type JsonObject, objectOf, stringsOf } from "../src/json-value.ts";
import { at, type Mutation, mutationsOf, rename } from "./mutation.ts";

const sent = mutationsOf("fields of requests");
const read = mutationsOf("fields of responses");

/** Mutations of each field that callers send, and of each field that readers get. */
export function fieldMutations(document: JsonObject): Mutation[] {
  const schemas = objectOf(objectOf(document.components).schemas);
  return Object.keys(schemas).flatMap((schema) => {
    const fields = Object.keys(objectOf(objectOf(schemas[schema]).properties));
    const isRequest = schema === "ComputerUpdate";
    return [
      ...(isRequest ? ofRequest(schema) : ofResponse(schema)),
      ...fields.flatMap((field) =>
        isRequest ? ofSentField(schema, field) : ofReadField(document, schema, field),
      ),
    ];
  });
}

function ofRequest(name: string): Mutation[] {
  const schema = (copy: JsonObject) => at(copy, "components", "schemas", name);
  return [
    sent.harmless(`${name}: open`, (d) => delete schema(d).additionalProperties),
    sent.harmless(`${name}: closed by unevaluatedProperties`, (d) =>
      rename(schema(d), "additionalProperties", "unevaluatedProperties"),
    ),
    sent.breaking(`${name}: at least one field`, (d) => Object.assign(schema(d), { minProperties: 1 })),
    sent.breaking(`${name}: at most one field`, (d) => Object.assign(schema(d), { maxProperties: 1 })),
    sent.breaking(`${name}: name requires hostId`, (d) =>
      Object.assign(schema(d), { dependentRequired: { name: ["hostId"] } }),
    ),
    sent.breaking(`${name}: not without a name`, (d) =>
      Object.assign(schema(d), { anyOf: [{ required: ["name"] }] }),
    ),
    sent.breaking(`${name}: no name next to hostId`, (d) =>
      Object.assign(schema(d), { not: { required: ["name", "hostId"] } }),
    ),
    sent.harmless(`${name}: renamed`, (d) => renameComponent(d, name)),
    sent.harmless(`${name}: a field added`, (d) =>
      Object.assign(at(schema(d), "properties"), { label: { type: "string" } }),
    ),
    sent.breaking(`${name}: a required field added`, (d) => {
      Object.assign(at(schema(d), "properties"), { label: { type: "string" } });
      schema(d).required = ["label"];
    }),
  ];
}

function renameComponent(document: JsonObject, name: string): void {
  const reference = new RegExp(`#/components/schemas/${name}(?=["/])`, "g");
  const text = JSON.stringify(document).replace(reference, "#/components/schemas/Other");
  Object.assign(document, JSON.parse(text));
  rename(at(document, "components", "schemas"), name, "Other");
}

function ofResponse(name: string): Mutation[] {
  const schema = (copy: JsonObject) => at(copy, "components", "schemas", name);
  return [
    read.harmless(`${name}: a field added`, (d) =>
      Object.assign(at(schema(d), "properties"), { label: { type: "string" } }),
    ),
    read.harmless(`${name}: closed`, (d) => Object.assign(schema(d), { additionalProperties: false })),
    read.harmless(`${name}: renamed`, (d) => renameComponent(d, name)),
    read.harmless(`${name}: other texts`, (d) => Object.assign(schema(d), { title: "T", description: "D" })),
    read.breaking(`${name}: may be null`, (d) => Object.assign(schema(d), { type: ["object", "null"] })),
    read.harmless(`${name}: the fields in another order`, (d) => {
      schema(d).properties = Object.fromEntries(Object.entries(at(schema(d), "properties")).reverse());
    }),
  ];
}

function spotOf(schema: string, field: string) {
  const parent = (copy: JsonObject) => at(copy, "components", "schemas", schema);
  const properties = (copy: JsonObject) => at(parent(copy), "properties");
  return {
    label: `${schema}.${field}`,
    parent,
    properties,
    find: (copy: JsonObject) => at(properties(copy), field),
  };
}

function ofSentField(schema: string, field: string): Mutation[] {
  const { label, parent, properties, find } = spotOf(schema, field);
  return [
    sent.breaking(`${label}: removed`, (d) => delete properties(d)[field]),
    sent.breaking(`${label}: renamed`, (d) => rename(properties(d), field, `${field}2`)),
    sent.breaking(`${label}: required`, (d) => Object.assign(parent(d), { required: [field] })),
    sent.breaking(`${label}: an integer`, (d) => Object.assign(find(d), { type: "integer" })),
    sent.breaking(`${label}: a longer minimum length`, (d) => Object.assign(find(d), { minLength: 40 })),
    sent.breaking(`${label}: a shorter maximum length`, (d) => Object.assign(find(d), { maxLength: 20 })),
    sent.breaking(`${label}: with a pattern`, (d) => Object.assign(find(d), { pattern: "^[a-z]+$" })),
    sent.breaking(`${label}: another format`, (d) => Object.assign(find(d), { format: "date" })),
    sent.breaking(`${label}: an enum`, (d) => Object.assign(find(d), { enum: ["build-box"] })),
    sent.breaking(`${label}: readOnly`, (d) => Object.assign(find(d), { readOnly: true })),
    sent.harmless(`${label}: writeOnly`, (d) => Object.assign(find(d), { writeOnly: true })),
    sent.harmless(`${label}: null too`, (d) => Object.assign(find(d), { type: ["string", "null"] })),
    sent.harmless(`${label}: any text`, (d) => Object.assign(properties(d), { [field]: { type: "string" } })),
    sent.harmless(`${label}: deprecated`, (d) => Object.assign(find(d), { deprecated: true })),
    sent.harmless(`${label}: other texts`, (d) =>
      Object.assign(find(d), { description: "D", examples: ["e"] }),
    ),
    sent.harmless(`${label}: a default documented`, (d) => Object.assign(find(d), { default: "box" })),
    sent.harmless(`${label}: in allOf`, (d) =>
      Object.assign(properties(d), { [field]: { allOf: [find(d)] } }),
    ),
  ];
}

function ofReadField(document: JsonObject, schema: string, field: string): Mutation[] {
  const { label, parent, properties, find } = spotOf(schema, field);
  const node = find(document);
  const isRequired = stringsOf(parent(document).required).includes(field);
  const without = (names: unknown) => stringsOf(names).filter((name) => name !== field);
  const mutations = [
    read.breaking(`${label}: removed`, (d) => {
      delete properties(d)[field];
      parent(d).required = without(parent(d).required);
    }),
    read.breaking(`${label}: renamed`, (d) => {
      rename(properties(d), field, `${field}2`);
      parent(d).required = arrayOf(parent(d).required).map((name) => (name === field ? `${field}2` : name));
    }),
    read.breaking(`${label}: another type`, (d) =>
      Object.assign(properties(d), { [field]: { type: "boolean" } }),
    ),
    read.breaking(`${label}: null too`, (d) =>
      Object.assign(properties(d), { [field]: { anyOf: [find(d), { type: "null" }] } }),
    ),
    read.breaking(`${label}: writeOnly`, (d) =>
      Object.assign(properties(d), { [field]: { allOf: [find(d)], writeOnly: true } }),
    ),
    read.harmless(`${label}: readOnly`, (d) =>
      Object.assign(properties(d), { [field]: { allOf: [find(d)], readOnly: true } }),
    ),
    read.harmless(`${label}: other texts`, (d) =>
      Object.assign(properties(d), { [field]: { allOf: [find(d)], description: "D" } }),
    ),
    read.harmless(`${label}: deprecated`, (d) =>
      Object.assign(properties(d), { [field]: { allOf: [find(d)], deprecated: true } }),
    ),
    isRequired
      ? read.breaking(`${label}: optional`, (d) =>
          Object.assign(parent(d), { required: without(parent(d).required) }),
        )
      : read.harmless(`${label}: always sent`, (d) =>
          Object.assign(parent(d), { required: [...arrayOf(parent(d).required), field] }),
        ),
  ];
  return [...mutations, ...ofKeywords(label, node, find)];
}

/** Mutations of the keywords that a field has. */
function ofKeywords(label: string, node: JsonObject, find: (copy: JsonObject) => JsonObject): Mutation[] {
  const mutations: Mutation[] = [];
  if (Array.isArray(node.enum)) {
    mutations.push(read.breaking(`${label}: one more value`, (d) => arrayOf(find(d).enum).push("other")));
    mutations.push(read.harmless(`${label}: one value fewer`, (d) => arrayOf(find(d).enum).pop()));
    mutations.push(
      read.breaking(`${label}: an open string`, (d) => rename(find(d), "enum", "x-extensible-enum")),
    );
  }
  if (Array.isArray(node["x-extensible-enum"])) {
    mutations.push(
      read.harmless(`${label}: one more known value`, (d) =>
        arrayOf(find(d)["x-extensible-enum"]).push("other"),
      ),
    );
    mutations.push(
      read.harmless(`${label}: only the known values`, (d) => rename(find(d), "x-extensible-enum", "enum")),
    );
  }
  if (node.type === "string")
    mutations.push(
      read.harmless(`${label}: at most 200 characters`, (d) => Object.assign(find(d), { maxLength: 200 })),
    );
  if (node.type === "number")
    mutations.push(read.harmless(`${label}: an integer`, (d) => Object.assign(find(d), { type: "integer" })));
  if (node.type === "integer")
    mutations.push(read.breaking(`${label}: any number`, (d) => Object.assign(find(d), { type: "number" })));
  if (node.format === "double")
    mutations.push(read.harmless(`${label}: no format`, (d) => delete find(d).format));
  else if (typeof node.format === "string")
    mutations.push(read.breaking(`${label}: no format`, (d) => delete find(d).format));
  if (node.type === "array")
    mutations.push(read.breaking(`${label}: any items`, (d) => delete find(d).items));
  return mutations;
}
