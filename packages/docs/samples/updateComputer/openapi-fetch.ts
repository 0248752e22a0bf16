import { createClient } from "@compute-host/client/openapi-fetch";

const api = createClient({
  baseUrl: process.env.COMPUTE_HOST_URL ?? "",
  token: process.env.COMPUTE_HOST_TOKEN ?? "",
});

const { data, error } = await api.PATCH("/api/v0/computers/{computerId}", {
  params: { path: { computerId: "cmp_01k9x5h8w3" } },
  body: { name: "ci-runner" },
});
if (error) throw new Error(error.detail);
console.log(data.name);
