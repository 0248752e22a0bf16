import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname, join } from "node:path";
import { type PackageManifest, readManifest, workspaceRoot } from "../published-packages.ts";

const store = join(workspaceRoot, "node_modules/.pnpm");
const installed = readdirSync(store);

/** A registry on loopback with the packages of the workspace's installation. */
export interface InstalledRegistry extends AsyncDisposable {
  readonly url: string;
}

/** The installed versions of a package, with their folders. */
function installedVersions(name: string): Map<string, string> {
  const prefix = `${name.replace("/", "+")}@`;
  const folders = installed
    .filter((folder) => folder.startsWith(prefix))
    .map((folder) => join(store, folder, "node_modules", name));
  return new Map(
    folders.filter((folder) => existsSync(folder)).map((folder) => [readManifest(folder).version, folder]),
  );
}

function describe(name: string, versions: Map<string, string>, url: string): object {
  const entries = Array.from(versions, ([version, folder]): [string, PackageManifest] => [
    version,
    { ...readManifest(folder), dist: { tarball: `${url}${name}/-/${version}.tgz` } } as PackageManifest,
  ]);
  return { name, "dist-tags": { latest: entries.at(-1)?.[0] }, versions: Object.fromEntries(entries) };
}

function sendTarball(folder: string, response: ServerResponse): void {
  // npm drops the first folder of each path, whatever its name is.
  const tar = spawn("tar", ["-chf", "-", "--exclude=node_modules", "-C", dirname(folder), basename(folder)]);
  response.setHeader("content-type", "application/octet-stream");
  tar.stdout.pipe(response);
}

/** Starts the registry on a free port. */
export async function startInstalledRegistry(): Promise<InstalledRegistry> {
  const server = createServer((request, response) => {
    const [name = "", version] = decodeURIComponent(request.url ?? "")
      .slice(1)
      .split("/-/");
    const versions = /^(@[\w.-]+\/)?[\w.-]+$/.test(name)
      ? installedVersions(name)
      : new Map<string, string>();
    // What is installed does not change during the tests.
    response.setHeader("cache-control", "public, max-age=3600, immutable");
    const folder = versions.get(version?.replace(/\.tgz$/, "") ?? "");
    if (folder !== undefined) sendTarball(folder, response);
    else if (versions.size > 0 && version === undefined)
      response.end(JSON.stringify(describe(name, versions, url)));
    else response.writeHead(404).end("{}");
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
