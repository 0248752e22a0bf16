import {
  isObject,
  type Json,
  type JsonObject,
  listOf,
  resolveSchema,
  type Schema,
  typesOf,
} from "@compute-host/openapi";
import { layerMembers, schemaLayers } from "./layers.ts";

const deepest = 4;

const texts: Readonly<Record<string, string>> = {
  "date-time": "2026-01-31T12:00:00Z",
  date: "2026-01-31",
  time: "12:00:00Z",
  email: "ada@example.com",
  uuid: "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10",
  uri: "https://example.com/",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
};

/** A short value of a schema: its example, two items of a list, all members of an object. */
export function sampleValue(document: JsonObject, schema: Schema, depth = 0): Json {
  const layers = schemaLayers(document, schema);
  const one: Schema = Object.assign({}, ...layers);
  const [given = one.const ?? one.default ?? listOf(one.enum)[0] ?? one.example] = listOf(one.examples);
  if (given !== undefined) return given;
  const [choice] = [...listOf(one.oneOf), ...listOf(one.anyOf)].filter(isObject);
  if (choice !== undefined && depth < deepest) {
    const chosen = sampleValue(document, choice as Schema, depth + 1);
    return isObject(chosen) ? { ...membersSample(document, schema, depth), ...chosen } : chosen;
  }
  const types = typesOf(one);
  if (types.includes("array"))
    return listSample(document, isObject(one.items) ? (one.items as Schema) : {}, depth);
  if (types.includes("object") || layers.some(({ properties }) => properties !== undefined)) {
    return membersSample(document, schema, depth);
  }
  if (types.includes("integer") || types.includes("number")) {
    return typeof one.minimum === "number" ? one.minimum : 1;
  }
  return types.includes("boolean") ? true : (texts[String(one.format)] ?? "text");
}

function listSample(document: JsonObject, item: Schema, depth: number): Json {
  if (depth >= deepest) return [];
  const values = listOf(resolveSchema(document, item).enum).slice(0, 2);
  if (values.length === 2) return values;
  const one = sampleValue(document, item, depth + 1);
  if (typeof one === "number") return [one, one + 1];
  return one === "text" ? ["a", "b"] : isObject(one) ? [one] : [one, one];
}

function membersSample(document: JsonObject, schema: Schema, depth: number): JsonObject {
  const members = depth < deepest ? layerMembers(document, schema) : [];
  // At the first level a reader wants to see every member; deeper, only what has to be there.
  const shown = members.filter(({ isRequired }) => depth === 0 || isRequired || members.length < 4);
  return Object.fromEntries(
    shown.map((member) => [member.name, sampleValue(document, member.schema, depth + 1)]),
  );
}
