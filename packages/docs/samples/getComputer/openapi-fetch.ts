import { createClient } from "@compute-host/client/openapi-fetch";

const api = createClient();

const { data, error } = await api.GET("/api/v0/computers/{computerId}", {
  params: { path: { computerId: "cmp_01k9x5h8w3" } },
});
if (error) throw new Error(error.detail);
console.log(data.name, data.status);
