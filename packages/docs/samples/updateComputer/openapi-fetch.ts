import { createClient } from "@compute-host/client/openapi-fetch";

const api = createClient();

const { data, error } = await api.PATCH("/api/v0/computers/{computerId}", {
  params: { path: { computerId: "cmp_01k9x5h8w3" } },
  body: { name: "ci-runner" },
});
if (error) throw new Error(error.detail);
console.log(data.name);
