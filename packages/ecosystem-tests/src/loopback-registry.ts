import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { PackageManifest } from "./published-packages.ts";

/** An empty registry that accepts every published package. */
export interface LoopbackRegistry extends AsyncDisposable {
  readonly url: string;
  /** The manifests of the published packages, by name. */
  readonly published: Map<string, PackageManifest>;
}

/** Starts the registry on a free port. */
export async function startLoopbackRegistry(): Promise<LoopbackRegistry> {
  const published: LoopbackRegistry["published"] = new Map();
  const server = createServer(async (request, response) => {
    if (request.method !== "PUT") return void response.writeHead(404).end("{}");
    const { versions } = (await json(request)) as { versions: Record<string, PackageManifest> };
    for (const manifest of Object.values(versions)) published.set(manifest.name, manifest);
    response.writeHead(201).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    published,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
