import { createClient, isApiError, isConflictError, isNotFoundError } from "@compute-host/client";

const client = createClient();

for (const id of ["cmp_01k9x5h8w3", "cmp_missing"]) {
  try {
    await client.computers.update(id, { name: "workshop-mac" });
  } catch (error) {
    if (isNotFoundError(error)) console.log("no such computer");
    else if (isConflictError(error) && error.problem?.type === "/problems/name-taken") {
      console.log("choose another name");
    } else {
      if (isApiError(error)) console.error(error.status, error.requestId);
      throw error;
    }
  }
}
