import { createRawClient } from "@compute-host/client/raw";

const api = createRawClient({
  baseUrl: process.env.COMPUTE_HOST_URL ?? "",
  token: process.env.COMPUTE_HOST_TOKEN ?? "",
});

const { data, error } = await api.POST("/api/v0/computers/{computerId}/install-deps", {
  params: { path: { computerId: "cmp_01k9x3d5t1" } },
});
if (error) throw new Error(error.detail);
console.log(data.status);
