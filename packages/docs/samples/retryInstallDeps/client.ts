import { createClient } from "@compute-host/client";

const client = createClient();

await client.computers.retryInstallDeps("cmp_01k9x3d5t1");
const computer = await client.computers.waitUntilSettled("cmp_01k9x3d5t1");
console.log(computer.status);
