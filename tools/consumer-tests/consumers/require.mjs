import { createRequire } from "node:module";
import { createClient, NotFoundError } from "@compute-host/client";
import { entryPoints } from "./entry-points.mjs";
import { check, exercise } from "./exercise.mjs";

const require = createRequire(import.meta.url);
const client = require("@compute-host/client");
const required = {
  client,
  openApiFetch: require("@compute-host/client/openapi-fetch"),
  queries: require("@compute-host/client/queries"),
  schemas: require("@compute-host/client/schemas"),
  testing: require("@compute-host/client/testing"),
};
const version = await exercise(required);
for (const [entry, imported] of Object.entries(entryPoints)) {
  const missing = Object.keys(imported).filter((name) => !(name in required[entry]));
  check(`${entry} by require, without ${missing},`, missing.length === 0);
}

// An error of the imported copy, recognised by the required one.
const { computers } = createClient();
const error = await computers.get("cmp_unknown").catch((reason) => reason);
check("a second copy", NotFoundError !== client.NotFoundError);
check("a guard of another copy", client.isNotFoundError(error) && client.isApiError(error));
check("another guard of another copy", !client.isConflictError(error));
console.log(version);
