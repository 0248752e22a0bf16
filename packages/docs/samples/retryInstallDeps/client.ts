import { createClient, waitUntilSettled } from "@compute-host/client";

const client = createClient();

const since = await client.computers.retryInstallDeps("cmp_01k9x3d5t1");
const computer = await waitUntilSettled(client, "cmp_01k9x3d5t1", { since });
console.log(computer.status);
