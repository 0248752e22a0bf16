import { createRequire } from "node:module";
import { createClient, NotFoundError } from "@compute-host/client";
import { check, exercise } from "./exercise.mjs";

const require = createRequire(import.meta.url);
const client = require("@compute-host/client");
const version = await exercise({
  client,
  openApiFetch: require("@compute-host/client/openapi-fetch"),
  queries: require("@compute-host/client/queries"),
  schemas: require("@compute-host/client/schemas"),
  testing: require("@compute-host/client/testing"),
});

// An error of the imported copy, judged by the required one.
const { computers } = createClient();
const error = await computers.get("cmp_unknown").catch((reason) => reason);
check("a second copy", NotFoundError !== client.NotFoundError);
check("a guard of another copy", client.isNotFoundError(error) && client.isApiError(error));
check("another guard of another copy", !client.isConflictError(error));
console.log(version);
