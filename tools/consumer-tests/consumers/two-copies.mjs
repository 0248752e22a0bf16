import { createRequire } from "node:module";
import * as imported from "@compute-host/client";

/** Gets an error from the imported copy and checks it with the required copy. */
export async function twoCopies() {
  const required = createRequire(import.meta.url)("@compute-host/client");
  const client = imported.createClient();
  const error = await client.computers.get("cmp_unknown").catch((reason) => reason);
  return {
    areTwoCopies: imported.NotFoundError !== required.NotFoundError,
    isNotFoundError: required.isNotFoundError(error),
    isApiError: required.isApiError(error),
    isConflictError: required.isConflictError(error),
  };
}
