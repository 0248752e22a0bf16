import { fileURLToPath } from "node:url";

/** Prints how long the first start in a process takes, the import apart. */

const published = fileURLToPath(new URL("../dist/index.js", import.meta.url));
const { startServer } = (await import(published)) as typeof import("../src/index.ts");
const startedAt = performance.now();
const server = await startServer({ computers: [{ name: "build-box", providerType: "managed" }] });
const response = await fetch(`${server.baseUrl}/api/v0/computers`, {
  headers: { authorization: `Bearer ${server.apiKey}` },
});
await response.text();
if (response.status !== 200) throw new Error(`the service sent ${response.status}`);
console.log(performance.now() - startedAt);
await server.close();
