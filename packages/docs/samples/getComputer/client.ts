import { createClient } from "@compute-host/client";

const client = createClient();

const computer = await client.computers.get("cmp_01k9x5h8w3");
console.log(computer.name, computer.status);
