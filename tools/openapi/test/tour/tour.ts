import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { makeDocumentFromString } from "@redocly/openapi-core";
import { readDescription } from "../../src/model/read-api.ts";
import { isObject, type JsonObject } from "../../src/model.ts";

const ours = fileURLToPath(new URL("../../../../spec/openapi.yaml", import.meta.url));
const added = fileURLToPath(new URL("tour.yaml", import.meta.url));

/** Our description, with everything else that the profile of OpenAPI allows. */
export async function tourDescription(): Promise<JsonObject> {
  const { parsed } = makeDocumentFromString<JsonObject>(readFileSync(added, "utf8"), added);
  return merged(await readDescription(ours), parsed);
}

function merged(base: JsonObject, more: JsonObject): JsonObject {
  const entries = Object.entries(more).map(([key, value]) => {
    const old = base[key];
    if (Array.isArray(value)) return [key, [...(Array.isArray(old) ? old : []), ...value]];
    return [key, isObject(value) && isObject(old) ? merged(old, value) : value];
  });
  return { ...base, ...Object.fromEntries(entries) };
}
