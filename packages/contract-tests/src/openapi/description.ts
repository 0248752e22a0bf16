import { readFileSync } from "node:fs";
import type { JsonObject } from "@compute-host/openapi/model";
import { parse } from "yaml";

/** The description. The build puts its JSON in place of this module. */
export const description: JsonObject = parse(
  readFileSync(new URL("../../../../spec/openapi.yaml", import.meta.url), "utf8"),
);
