import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

const { COMPUTE_HOST_URL, COMPUTE_HOST_TOKEN, PORT = "3000" } = process.env;
const client = import.meta.resolve("@compute-host/client");

const server = createServer(async (request, response) => {
  const { method = "GET", url = "/", headers } = request;
  try {
    const [, module] = /^\/client\/([\w.-]+\.mjs)$/.exec(url) ?? [];
    if (url === "/" || module !== undefined) {
      response.setHeader("content-type", module ? "text/javascript" : "text/html");
      return response.end(await readFile(module ? new URL(module, client) : "page.html"));
    }
    // Check here who the user is, for example by a session cookie, and what they may do.
    const isAllowed = url.startsWith("/api/") && headers["sec-fetch-site"] === "same-origin";
    if (!isAllowed) return response.writeHead(403).end();
    const received = await fetch(COMPUTE_HOST_URL + url, {
      method,
      headers: { authorization: `Bearer ${COMPUTE_HOST_TOKEN}`, "content-type": "application/json" },
      body: method === "GET" ? null : await buffer(request),
    });
    const kept = [...received.headers].filter(([name]) => /^(content-type|retry-after|x-.*)$/.test(name));
    return response.writeHead(received.status, Object.fromEntries(kept)).end(await received.text());
  } catch {
    // The client retries if that is safe.
    return response.writeHead(502).end();
  }
});
server.listen(Number(PORT), "127.0.0.1", () => console.log(`Listening on http://127.0.0.1:${PORT}`));
