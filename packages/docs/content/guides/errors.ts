import { createClient, isApiError, isConflictError, isNotFoundError } from "@compute-host/client";

const client = createClient();

async function rename(id: string, name: string): Promise<string> {
  try {
    await client.computers.update(id, { name });
    return "renamed";
  } catch (error) {
    if (isNotFoundError(error)) return "no such computer";
    if (isConflictError(error) && error.problem?.type === "/problems/name-taken") {
      return "choose another name";
    }
    if (isApiError(error)) console.error(error.status, error.requestId);
    throw error;
  }
}

console.log(await rename("cmp_01k9x5h8w3", "workshop-mac"));
console.log(await rename("cmp_missing", "ci-runner"));
