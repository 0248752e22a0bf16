import { createRequire } from "node:module";
import { entryPoints } from "./entry-points.mjs";
import { exercise } from "./exercise.mjs";

const require = createRequire(import.meta.url);
const client = require("@compute-host/client");
const report = await exercise({
  client,
  openApiFetch: require("@compute-host/client/openapi-fetch"),
  queries: require("@compute-host/client/queries"),
  schemas: require("@compute-host/client/schemas"),
  testing: require("@compute-host/client/testing"),
});

// An error of the imported copy, judged by the required one.
const imported = entryPoints.client;
const error = await imported
  .createClient()
  .computers.get("cmp_unknown")
  .catch((reason) => reason);
const copies = {
  areTwo: imported.NotFoundError !== client.NotFoundError,
  isNotFoundError: client.isNotFoundError(error),
  isApiError: client.isApiError(error),
  isConflictError: client.isConflictError(error),
};
console.log(JSON.stringify({ ...report, copies }));
