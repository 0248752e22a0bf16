import { createClient } from "@compute-host/client";

const client = createClient();

const { computers } = await client.computers.list({
  includeProvisioningSteps: true,
});
for (const { id, name, status } of computers) {
  console.log(id, name, status);
}
