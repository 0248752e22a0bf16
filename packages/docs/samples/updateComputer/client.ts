import { createClient, isConflictError } from "@compute-host/client";

const client = createClient();

try {
  const computer = await client.computers.update("cmp_01k9x5h8w3", {
    name: "ci-runner",
  });
  console.log(computer.name);
} catch (error) {
  if (!isConflictError(error)) throw error;
  console.error(error.problem?.detail);
}
