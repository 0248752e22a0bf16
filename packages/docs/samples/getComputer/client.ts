import { createClient } from "@compute-host/client";

const client = createClient({
  baseUrl: process.env.COMPUTE_HOST_URL ?? "",
  token: process.env.COMPUTE_HOST_TOKEN ?? "",
});

const computer = await client.computers.get("cmp_01k9x5h8w3");
console.log(computer.name, computer.status);
