import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";

/** Serves one page at `/` on the loopback address; it is read anew for each request. */
export async function serveDocs(page: URL, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url?.split("?")[0];
    if ((request.method !== "GET" && request.method !== "HEAD") || path !== "/") {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("The docs are at /\n");
      return;
    }
    readFile(page).then(
      (html) => response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(html),
      () =>
        response
          .writeHead(503, { "Content-Type": "text/plain" })
          .end("The docs are being built; load again.\n"),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return server;
}
