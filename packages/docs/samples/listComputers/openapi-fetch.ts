import { createClient } from "@compute-host/client/openapi-fetch";

const api = createClient();

const { data, error } = await api.GET("/api/v0/computers", {
  params: { query: { includeProvisioningSteps: "true" } },
});
if (error) throw new Error(error.detail);
for (const { id, name, status } of data.computers) {
  console.log(id, name, status);
}
