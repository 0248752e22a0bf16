import { createClient } from "@compute-host/client/openapi-fetch";

const api = createClient();

const { data, error } = await api.POST("/api/v0/computers/{computerId}/install-deps", {
  params: { path: { computerId: "cmp_01k9x3d5t1" } },
});
if (error) throw new Error(error.detail);
console.log(data.status);
