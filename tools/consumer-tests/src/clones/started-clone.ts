import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { StartedProcess } from "@compute-host/command-line/process";
import { freePort } from "@compute-host/server/free-port";
import { readManifest } from "../packages/published-packages.ts";
import { fileRuntimes, folderOf, type Runtime } from "../runtimes.ts";
import { buildCache, copyWorkspace, pnpmCaches, systemPath } from "./workspace-clone.ts";

/** A clone of the workspace with its uncommitted changes, in which `npm start` is running. */
export interface StartedClone extends AsyncDisposable {
  readonly directory: string;
  readonly url: string;
  /** The key that the start printed. */
  readonly token: string;
  /** The environment in which its commands find what this machine has downloaded. */
  readonly env: Readonly<Record<string, string>>;
}

/** Clones the workspace, and runs `npm start` with a Node.js until it prints its last line. It installs what it needs. */
export async function startClone(node: NodeWithNpm, registry: string): Promise<StartedClone> {
  const home = mkdtempSync(join(tmpdir(), "compute-host-clone-"));
  const directory = join(home, "compute-host");
  await copyWorkspace(directory);
  const env = {
    ...environmentOf(node, home, registry),
    ...(await pnpmCaches()),
    ...(await buildCache()),
  };
  const service = {
    PORT: String(await freePort()),
    COMPUTE_HOST_DATABASE_URL: `sqlite:${join(home, "data.db")}`,
  };
  const started = new StartedProcess("npm", ["start"], {
    ...{ cwd: directory, detached: true, inherited: env, env: service, timeoutMs: 3_600_000 },
  });
  await started.prints(/Ctrl-C stops it\./);
  const printed = (name: string) =>
    new RegExp(`export COMPUTE_HOST_${name}=(\\S+)`).exec(started.stdout)?.[1] ?? "";
  return {
    ...{ directory, env, url: printed("URL"), token: printed("TOKEN") },
    async [Symbol.asyncDispose]() {
      process.kill(-(started.child.pid ?? 0), "SIGTERM");
      await started.ended;
      rmSync(home, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** A version of Node.js with the npm of its release; the npm package `node` has only the runtime. */
export interface NodeWithNpm {
  readonly major: number;
  readonly node: Runtime;
  readonly npmFolder: string;
  readonly npmVersion: string;
}

/** Finds each supported Node.js with its npm. */
export function nodesWithNpm(): NodeWithNpm[] {
  return fileRuntimes()
    .filter(({ label }) => label.startsWith("Node "))
    .map((node) => {
      const major = Number(node.version.split(".")[0]);
      const npmFolder = folderOf(`npm-of-node${major}`);
      return { major, node, npmFolder, npmVersion: readManifest(npmFolder).version };
    });
}

/** The environment of a machine that has this Node.js, and none of the workspace's commands; `npm install --global` writes to `home`. */
export function environmentOf(
  { node, npmFolder }: NodeWithNpm,
  home: string,
  registry: string,
): Record<string, string> {
  const bin = join(home, "bin");
  for (const folder of [bin, join(home, "lib")]) mkdirSync(folder);
  symlinkSync(node.executable, join(bin, "node"));
  for (const name of ["npm", "npx"]) symlinkSync(join(npmFolder, `bin/${name}-cli.js`), join(bin, name));
  return {
    HOME: home,
    PATH: [bin, systemPath()].join(delimiter),
    npm_config_prefix: home,
    npm_config_registry: registry,
    npm_config_cache: join(tmpdir(), `compute-host-npm-${process.pid}`),
  };
}
