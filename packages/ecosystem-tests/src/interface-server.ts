import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { json } from "node:stream/consumers";

const spec = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve("@compute-host/spec/openapi.json"), "utf8"),
) as { components: { examples: Record<string, { value: Record<string, unknown> }> } };

type Computer = Record<string, unknown> & { id: string };

/** A small HTTP server that answers with the examples of the spec. */
export interface InterfaceServer extends AsyncDisposable {
  baseUrl: string;
  /** How many requests it answered under `/api`. */
  requestCount(): number;
}

const contentTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};

function exampleComputers(): Map<string, Computer> {
  const { listWithSteps, ...others } = spec.components.examples;
  const listed = (listWithSteps?.value.computers ?? []) as Computer[];
  const single = Object.entries(others)
    .filter(([name]) => name.startsWith("computer"))
    .map(([, { value }]) => value as Computer);
  return new Map([...single, ...listed].map((computer) => [computer.id, structuredClone(computer)]));
}

function answerFor(method: string, path: string, body: unknown, computers: Map<string, Computer>) {
  const [, id, action] = /^\/api\/v0\/computers(?:\/([^/]+)(?:\/(install-deps))?)?$/.exec(path) ?? [];
  if (id === undefined) return { status: 200, body: { computers: [...computers.values()] } };
  const computer = computers.get(decodeURIComponent(id));
  if (!computer) return { status: 404, body: spec.components.examples.problemComputerNotFound?.value };
  if (method === "PATCH") Object.assign(computer, body);
  if (action) return { status: 202, body: { ...computer, status: "provisioning" } };
  // Whoever looks a second time finds the work done, so that waiting comes to an end.
  const seen = structuredClone(computer);
  if (computer.status === "provisioning") computer.status = "active";
  return { status: 200, body: seen };
}

function serveFile(path: string, folder: string, response: ServerResponse): void {
  const file = join(folder, path === "/" ? "index.html" : path);
  if (!existsSync(file)) return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": contentTypes[extname(file)] ?? "application/octet-stream" });
  createReadStream(file).pipe(response);
}

/** Starts the server on a free port of the loopback interface; other paths than `/api` come from `staticFolder`. */
export async function startInterfaceServer(staticFolder?: string): Promise<InterfaceServer> {
  const computers = exampleComputers();
  let requests = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (!pathname.startsWith("/api/") && staticFolder) return serveFile(pathname, staticFolder, response);
    requests += 1;
    const body = request.method === "PATCH" ? await json(request) : undefined;
    const answer = answerFor(request.method ?? "GET", pathname, body, computers);
    const type = answer.status < 400 ? "application/json" : "application/problem+json";
    response.writeHead(answer.status, { "content-type": type, "x-request-id": `request-${requests}` });
    response.end(JSON.stringify(answer.body));
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((cause: unknown) => response.destroy(cause as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requestCount: () => requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
