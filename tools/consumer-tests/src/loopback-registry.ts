import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname, join } from "node:path";
import { json } from "node:stream/consumers";
import { type PackageManifest, readManifest, workspaceRoot } from "./published-packages.ts";

const store = join(workspaceRoot, "node_modules/.pnpm");
const installed = readdirSync(store);

/** A registry on loopback with the packages of the workspace's installation, which accepts every published package. */
export interface LoopbackRegistry extends AsyncDisposable {
  readonly url: string;
  /** The manifests of the published versions, oldest first, by the name of the package. */
  readonly published: ReadonlyMap<string, readonly PackageManifest[]>;
}

/** What a package manager sends to publish a version. */
interface Publication {
  readonly name: string;
  readonly versions: Readonly<Record<string, PackageManifest>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

/** A version of a package: its manifest, and what sends its tarball. */
interface Version {
  readonly manifest: PackageManifest;
  send(response: ServerResponse): void;
}

function installedVersions(name: string): Version[] {
  const prefix = `${name.replace("/", "+")}@`;
  return installed
    .filter((folder) => folder.startsWith(prefix))
    .map((folder) => join(store, folder, "node_modules", name))
    .filter((folder) => existsSync(folder))
    .map((folder) => ({ manifest: readManifest(folder), send: (response) => sendFolder(folder, response) }));
}

function sendFolder(folder: string, response: ServerResponse): void {
  // npm drops the first folder of each path, whatever its name is.
  const tar = spawn("tar", ["-chf", "-", "--exclude=node_modules", "-C", dirname(folder), basename(folder)]);
  response.setHeader("content-type", "application/octet-stream");
  tar.stdout.pipe(response);
}

function publishedVersions({ versions, _attachments }: Publication): Version[] {
  const tarball = Buffer.from(Object.values(_attachments)[0]?.data ?? "", "base64");
  return Object.values(versions).map((manifest) => ({
    manifest,
    send: (response) => void response.end(tarball),
  }));
}

/** The packument of a package, which names the tarballs of its versions. */
function describe(name: string, versions: readonly Version[], url: string): object {
  const entries = versions.map(({ manifest }) => [
    manifest.version,
    { ...manifest, dist: { tarball: `${url}${name}/-/${manifest.version}.tgz` } },
  ]);
  return {
    name,
    "dist-tags": { latest: versions.at(-1)?.manifest.version },
    versions: Object.fromEntries(entries),
  };
}

/** Starts the registry on a free port. */
export async function startLoopbackRegistry(): Promise<LoopbackRegistry> {
  const published = new Map<string, Version[]>();
  const server = createServer(async (request, response) => {
    if (request.method === "PUT") {
      const publication = (await json(request)) as Publication;
      const { name } = publication;
      published.set(name, [...(published.get(name) ?? []), ...publishedVersions(publication)]);
      return void response.writeHead(201).end("{}");
    }
    const [name = "", file] = decodeURIComponent(request.url ?? "")
      .slice(1)
      .split("/-/");
    const isName = /^(@[\w.-]+\/)?[\w.-]+$/.test(name);
    const versions = published.get(name) ?? (isName ? installedVersions(name) : []);
    // What is installed does not change during the tests.
    if (!published.has(name)) response.setHeader("cache-control", "public, max-age=3600, immutable");
    const version = versions.find(({ manifest }) => `${manifest.version}.tgz` === file);
    if (version !== undefined) version.send(response);
    else if (versions.length > 0 && file === undefined)
      response.end(JSON.stringify(describe(name, versions, url)));
    else response.writeHead(404).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    get published() {
      return new Map(Array.from(published, ([name, of]) => [name, of.map(({ manifest }) => manifest)]));
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
