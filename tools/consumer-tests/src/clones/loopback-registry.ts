import { spawn } from "node:child_process";
import { createReadStream, existsSync, readdirSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname, join } from "node:path";
import type { PackedTarball } from "../packages/packed-tarball.ts";
import { readManifest, workspaceRoot } from "../packages/published-packages.ts";

const store = join(workspaceRoot, "node_modules/.pnpm");
const installed = readdirSync(store);

/** A registry on loopback with the packages that the workspace has installed, and with those that it releases. */
export interface LoopbackRegistry extends AsyncDisposable {
  readonly url: string;
}

function sendTarball(folder: string, response: ServerResponse): void {
  // npm drops the first folder of each path, whatever its name.
  const tar = spawn("tar", ["-chf", "-", "--exclude=node_modules", "-C", dirname(folder), basename(folder)]);
  response.setHeader("content-type", "application/octet-stream");
  tar.stdout.pipe(response);
}

/** The installed versions of a package: their manifests, and how to send each. */
function installedVersionsOf(name: string) {
  const prefix = `${name.replace("/", "+")}@`;
  return installed
    .filter((folder) => folder.startsWith(prefix))
    .map((folder) => join(store, folder, "node_modules", name))
    .filter((folder) => existsSync(folder))
    .map((folder) => ({
      manifest: readManifest(folder),
      send: (response: ServerResponse) => sendTarball(folder, response),
    }));
}

/**
 * Starts the registry on a free port.
 *
 * @param released the packages of the workspace that it has; by default none, as before the first release
 */
export async function startLoopbackRegistry(
  released: readonly PackedTarball[] = [],
): Promise<LoopbackRegistry> {
  const versionsOf = (name: string) => {
    const own = released.filter((tarball) => tarball.name === name);
    if (own.length === 0) return installedVersionsOf(name);
    return own.map(({ manifest, file }) => ({
      manifest,
      send: (response: ServerResponse) => void createReadStream(file).pipe(response),
    }));
  };
  const server = createServer((request, response) => {
    const [name = "", file] = decodeURIComponent(request.url ?? "")
      .slice(1)
      .split("/-/");
    const versions = /^(@[\w.-]+\/)?[\w.-]+$/.test(name) ? versionsOf(name) : [];
    response.setHeader("cache-control", "public, max-age=3600, immutable");
    const version = versions.find(({ manifest }) => `${manifest.version}.tgz` === file);
    if (version !== undefined) return version.send(response);
    if (versions.length === 0 || file !== undefined) return void response.writeHead(404).end("{}");
    const entries = versions.map(({ manifest }) => [
      manifest.version,
      { ...manifest, dist: { tarball: `${url}${name}/-/${manifest.version}.tgz` } },
    ]);
    const latest = versions.at(-1)?.manifest.version;
    response.end(JSON.stringify({ name, "dist-tags": { latest }, versions: Object.fromEntries(entries) }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
