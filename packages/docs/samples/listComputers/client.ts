import { createClient } from "@compute-host/client";

const client = createClient({
  baseUrl: process.env.COMPUTE_HOST_URL ?? "",
  token: process.env.COMPUTE_HOST_TOKEN ?? "",
});

const { computers } = await client.computers.list({
  includeProvisioningSteps: true,
});
for (const { id, name, status } of computers) {
  console.log(id, name, status);
}
