import { createReadStream, existsSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createFakeService, type FakeService } from "@compute-host/client/testing";

/** The client's fake service, on a real port. */
export interface InterfaceServer extends AsyncDisposable {
  readonly baseUrl: string;
  /** Returns the number of requests that it served under `/api`. */
  requestCount(): number;
}

const contentTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};

function serveFile(path: string, folder: string, response: ServerResponse): void {
  const file = join(folder, path === "/" ? "index.html" : path);
  if (!existsSync(file)) return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": contentTypes[extname(file)] ?? "application/octet-stream" });
  createReadStream(file).pipe(response);
}

async function serveApi(service: FakeService, url: URL, request: IncomingMessage, response: ServerResponse) {
  const body = await buffer(request);
  const fakeResponse = await service.fetch(url, {
    method: request.method ?? "GET",
    headers: request.headers as Record<string, string>,
    ...(body.length > 0 && { body }),
  });
  response.writeHead(fakeResponse.status, Object.fromEntries(fakeResponse.headers));
  response.end(Buffer.from(await fakeResponse.arrayBuffer()));
}

/** Starts the server on a free loopback port; paths outside `/api` come from `staticFolder`. */
export async function startInterfaceServer(staticFolder?: string): Promise<InterfaceServer> {
  const service = createFakeService();
  let requests = 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (!url.pathname.startsWith("/api/")) return serveFile(url.pathname, staticFolder ?? "", response);
    requests += 1;
    serveApi(service, url, request, response).catch((cause: Error) => response.destroy(cause));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestCount: () => requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
