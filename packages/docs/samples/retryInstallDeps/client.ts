import { createClient, waitUntilSettled } from "@compute-host/client";

const client = createClient();

await client.computers.retryInstallDeps("cmp_01k9x3d5t1");
const computer = await waitUntilSettled(client, "cmp_01k9x3d5t1");
console.log(computer.status);
