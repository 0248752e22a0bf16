import { createClient } from "@compute-host/client/openapi-fetch";

const api = createClient({
  baseUrl: process.env.COMPUTE_HOST_URL ?? "",
  token: process.env.COMPUTE_HOST_TOKEN ?? "",
});

const { data, error } = await api.GET("/api/v0/computers/{computerId}", {
  params: { path: { computerId: "cmp_01k9x5h8w3" } },
});
if (error) throw new Error(error.detail);
console.log(data.name, data.status);
