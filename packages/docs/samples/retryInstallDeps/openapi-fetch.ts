import { createClient } from "@compute-host/client/openapi-fetch";

const api = createClient({
  baseUrl: process.env.COMPUTE_HOST_URL ?? "",
  token: process.env.COMPUTE_HOST_TOKEN ?? "",
});

const { data, error } = await api.POST("/api/v0/computers/{computerId}/install-deps", {
  params: { path: { computerId: "cmp_01k9x3d5t1" } },
});
if (error) throw new Error(error.detail);
console.log(data.status);
