import { createClient, isNotFoundError, waitUntilSettled } from "@compute-host/client";

/** Uses each operation of the service in the environment, and prints what it got. */
const client = createClient();
const { computers } = client;
const list = await computers.list({ includeProvisioningSteps: true });
const { id, name } = list.computers.find(({ status }) => status === "error");
const got = await computers.get(id);
const updated = await computers.update(id, { remoteUser: "walker" });
await computers.retryInstallDeps(id);
const settled = await waitUntilSettled(client, id);
const missing = await computers.get("cmp_unknown").catch(isNotFoundError);
console.log(JSON.stringify([got.name === name, updated.remoteUser, settled.status, missing]));
