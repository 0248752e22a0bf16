import { isObject, type JsonObject, objectOf, stringsOf } from "../../src/json-value.ts";
import { pick, type Random } from "./random-schema.ts";
import { resized, sizedSchema } from "./sized-schema.ts";

const names = ["a", "b", "c", "d"] as const;

/** Creates an object whose properties may be readOnly, writeOnly, required or nested, and may have a default. */
export function flaggedSchema(random: Random, depth = 2): JsonObject {
  const chosen = names.filter(() => random() < 0.6);
  return {
    type: "object",
    properties: Object.fromEntries(chosen.map((name) => [name, property(random, depth)])),
    required: chosen.filter(() => random() < 0.3),
    ...(random() < 0.3 ? { additionalProperties: false } : {}),
  };
}

function property(random: Random, depth: number): JsonObject {
  const isNested = depth > 0 && random() < 0.3;
  const schema = isNested ? flaggedSchema(random, depth - 1) : sizedSchema(random, "string");
  const { pattern: _pattern, ...rest } = schema;
  return {
    ...rest,
    ...(random() < 0.2 ? { readOnly: true } : {}),
    ...(random() < 0.2 ? { writeOnly: true } : {}),
    ...(random() < 0.2 ? { default: pick(random, ["x", "y"]) } : {}),
  };
}

/** Changes one thing in the object: a property, a flag, a default, a bound, or the required list. */
export function changedFlags(random: Random, schema: JsonObject): JsonObject {
  const copy = structuredClone(schema);
  const properties = objectOf(copy.properties);
  const [name, inner] = pick(random, [...Object.entries(properties), ["d", property(random, 0)] as const]);
  const node = objectOf(inner);
  const required = stringsOf(copy.required);
  const toggled = required.includes(name) ? required.filter((each) => each !== name) : [...required, name];
  const without = ({ [name]: _gone, ...rest }: JsonObject) => rest;
  const flag = pick(random, ["readOnly", "writeOnly"]);
  const isClosed = copy.additionalProperties === false;
  return pick<() => JsonObject>(random, [
    () => ({ ...copy, properties: without(properties), required: required.filter((each) => each !== name) }),
    () => ({ ...copy, properties: { ...properties, [name]: property(random, 1) } }),
    () => ({ ...copy, properties: { ...properties, [name]: { ...node, [flag]: node[flag] !== true } } }),
    () => ({ ...copy, properties: { ...properties, [name]: { ...node, default: "z" } } }),
    () => ({ ...copy, properties: { ...properties, [name]: changedValue(random, node) } }),
    () => ({ ...copy, properties: { ...properties, [name]: node }, required: toggled }),
    () => ({ ...copy, additionalProperties: isClosed }),
  ])();
}

function changedValue(random: Random, node: JsonObject): JsonObject {
  return isObject(node.properties) ? changedFlags(random, node) : resized(random, node);
}
