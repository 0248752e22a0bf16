import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

/** The folder of the built docs. */
export const docsFolder = fileURLToPath(
  new URL("dist/site/", import.meta.resolve("@compute-host/docs/package.json")),
);

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/** A host for files, which compresses them, as GitHub Pages is one. */
export interface DocsServer extends AsyncDisposable {
  /** The address of the start page, which is not the root of the host. */
  readonly url: string;
  readonly origin: string;
}

/** Serves the built docs below a path, with no service behind them. */
export async function startDocsServer(): Promise<DocsServer> {
  const prefix = "/some/where/";
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url?.split("?")[0] ?? "");
    const file = path.endsWith("/") ? `${path}index.html` : path;
    if (!file.startsWith(prefix)) return response.writeHead(404).end();
    readFile(join(docsFolder, file.slice(prefix.length))).then(
      (body) =>
        response
          .setHeader("Content-Type", contentTypes[extname(file)] ?? "application/octet-stream")
          .setHeader("Content-Encoding", "gzip")
          .end(gzipSync(body)),
      () => response.writeHead(404).end(),
    );
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin + prefix,
    origin,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
