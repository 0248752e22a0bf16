import { fileURLToPath } from "node:url";
import type { JsonObject } from "@compute-host/openapi";
import { readDescription } from "@compute-host/openapi/read-api";

/** The description. The build puts its JSON in place of this module. */
export const description: JsonObject = await readDescription(
  fileURLToPath(new URL("../../../../spec/openapi.yaml", import.meta.url)),
);
