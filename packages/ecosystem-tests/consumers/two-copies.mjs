/** Gets an error from the imported copy and checks it with the required copy. */
import { createRequire } from "node:module";
import * as imported from "@compute-host/client";

const required = createRequire(import.meta.url)("@compute-host/client");
const client = imported.createClient({ baseUrl: process.env.BASE_URL, token: "key-of-the-consumer" });
const error = await client.computers.get("cmp_unknown").catch((reason) => reason);
console.log(
  JSON.stringify({
    areTwoCopies: imported.NotFoundError !== required.NotFoundError,
    isNotFoundError: required.isNotFoundError(error),
    isApiError: required.isApiError(error),
    isConflictError: required.isConflictError(error),
  }),
);
