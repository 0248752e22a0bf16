import { createClient, isConflictError } from "@compute-host/client";

const client = createClient({
  baseUrl: process.env.COMPUTE_HOST_URL ?? "",
  token: process.env.COMPUTE_HOST_TOKEN ?? "",
});

try {
  const computer = await client.computers.update("cmp_01k9x5h8w3", {
    name: "ci-runner",
  });
  console.log(computer.name);
} catch (error) {
  if (!isConflictError(error)) throw error;
  console.error(error.problem?.detail);
}
