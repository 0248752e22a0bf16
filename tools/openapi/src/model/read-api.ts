import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { makeDocumentFromString } from "@redocly/openapi-core";
import type { JsonObject } from "../schema/json.ts";
import type { Api } from "./api.ts";
import { apiOf } from "./api-of.ts";

/** Reads a description file into the model; see {@link apiOf}. */
export async function readApi(file: string): Promise<Api> {
  return apiOf(await readDescription(file));
}

/** Reads a description file as it is written. @throws Error if it is missing, or not YAML */
export async function readDescription(file: string): Promise<JsonObject> {
  return makeDocumentFromString<JsonObject>(await readFile(file, "utf8"), relative(process.cwd(), file))
    .parsed;
}
