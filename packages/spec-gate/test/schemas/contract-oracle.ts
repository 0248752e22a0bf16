import { isDeepStrictEqual } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { isObject, type JsonObject, objectOf, stringsOf } from "../../src/json-value.ts";
import { valuesAround } from "./sized-schema.ts";

const ajv = new Ajv2020({ strict: false, logger: false });

interface Side {
  readonly properties: JsonObject;
  readonly declared: readonly string[];
  readonly required: readonly string[];
  readonly isClosed: boolean;
}

/** An object schema as it applies in one direction, where readOnly or writeOnly hides some properties. */
function sideOf(schema: JsonObject, flag: "readOnly" | "writeOnly"): Side {
  const properties = objectOf(schema.properties);
  const isVisible = (name: string) => objectOf(properties[name])[flag] !== true;
  return {
    properties,
    declared: Object.keys(properties).filter(isVisible),
    required: stringsOf(schema.required).filter(isVisible),
    isClosed: schema.additionalProperties === false,
  };
}

/**
 * Whether a change breaks callers or readers, according to the policies and Ajv's verdict on single values.
 * Supports objects, their flags and defaults, and bounds: enough to check the gate independently of its code.
 */
export function isBroken(older: JsonObject, newer: JsonObject, direction: "request" | "response"): boolean {
  if (!isObject(older.properties) || !isObject(newer.properties)) return isValueLost(older, newer, direction);
  const flag = direction === "request" ? "readOnly" : "writeOnly";
  const [before, after] = [sideOf(older, flag), sideOf(newer, flag)];
  if (before.declared.some((name) => !after.declared.includes(name))) return true;
  const [sent, read] = direction === "request" ? [before, after] : [after, before];
  if (read.required.some((name) => !sent.required.includes(name))) return true;
  if (read.isClosed && !sent.isClosed) return true;
  // A property hidden by a flag is still allowed.
  if (read.isClosed && sent.declared.some((name) => !Object.hasOwn(read.properties, name))) return true;
  const shared = before.declared.filter((name) => after.declared.includes(name));
  return shared.some((name) => {
    const [was, is] = [objectOf(before.properties[name]), objectOf(after.properties[name])];
    const isAlwaysThere = before.required.includes(name) && after.required.includes(name);
    if (direction === "request" && !isAlwaysThere && isDefaultLost(was, is)) return true;
    return isBroken(was, is, direction);
  });
}

function isDefaultLost(was: JsonObject, is: JsonObject): boolean {
  return was.default !== undefined && !isDeepStrictEqual(was.default, is.default);
}

function isValueLost(older: JsonObject, newer: JsonObject, direction: "request" | "response"): boolean {
  const [sent, read] = direction === "request" ? [older, newer] : [newer, older];
  if (isObject(sent.properties) || isObject(read.properties)) return true;
  const [isSent, isRead] = [ajv.compile(sent), ajv.compile(read)];
  return valuesAround(sent, read).some((value) => isSent(value) && !isRead(value));
}
