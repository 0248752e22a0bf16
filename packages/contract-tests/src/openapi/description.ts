import { fileURLToPath } from "node:url";
import { readDescription } from "@compute-host/openapi";
import type { JsonObject } from "@compute-host/openapi/model";

/** The description. The build puts its JSON in place of this module. */
export const description: JsonObject = await readDescription(
  fileURLToPath(new URL("../../../../spec/openapi.yaml", import.meta.url)),
);
