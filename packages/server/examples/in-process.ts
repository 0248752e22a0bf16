import { startServer } from "@compute-host/server";

const server = await startServer({
  computers: [{ name: "fast-box", providerType: "managed" }],
});
const response = await fetch(`${server.baseUrl}/api/v0/computers`, {
  headers: { Authorization: `Bearer ${server.apiKey}` },
});
console.log(response.status, await response.json());
await server.close();
