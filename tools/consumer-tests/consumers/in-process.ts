import { createClient, waitUntilSettled } from "@compute-host/client";
import { startServer } from "@compute-host/server";

const server = await startServer({
  computers: [{ name: "fast-box", providerType: "managed" }],
});
const client = createClient({ baseUrl: server.baseUrl, token: server.apiKey });

const { computers } = await client.computers.list();
const settled = await waitUntilSettled(client, computers[0]?.id ?? "");
console.log(settled.status);
await server.close();
