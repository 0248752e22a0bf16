import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { StartedProcess } from "@compute-host/command-line/process";
import { freePort } from "@compute-host/server/free-port";
import { folderOf, nodeRuntime } from "../runtimes.ts";
import { buildCache, copyWorkspace, pnpmCaches, systemPath } from "./workspace-clone.ts";

/** A clone of the workspace with its uncommitted changes, in which `npm start` is running. */
export interface StartedClone extends AsyncDisposable {
  readonly directory: string;
  readonly url: string;
  /** The key that the start printed. */
  readonly token: string;
  /** The environment for its commands, in which they find what this machine has downloaded. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Clones the workspace and runs `npm start` on a version of Node.js until it prints its last line. It
 * installs what it needs.
 */
export async function startClone(major: NodeMajor, registry: string): Promise<StartedClone> {
  const home = mkdtempSync(join(tmpdir(), "compute-host-clone-"));
  const directory = join(home, "compute-host");
  await copyWorkspace(directory);
  const env = {
    ...environmentOf(major, home, registry),
    ...(await pnpmCaches()),
    ...(await buildCache()),
  };
  const service = {
    PORT: String(await freePort()),
    COMPUTE_HOST_DATABASE_URL: `sqlite:${join(home, "data.db")}`,
  };
  const started = new StartedProcess("npm", ["start"], {
    cwd: directory,
    detached: true,
    inherited: env,
    env: service,
    timeoutMs: 3_600_000,
  });
  await started.prints(/Ctrl-C stops it\./);
  const printed = (name: string) =>
    new RegExp(`export COMPUTE_HOST_${name}=(\\S+)`).exec(started.stdout)?.[1] ?? "";
  return {
    directory,
    env,
    url: printed("URL"),
    token: printed("TOKEN"),
    async [Symbol.asyncDispose]() {
      process.kill(-(started.child.pid ?? 0), "SIGTERM");
      await started.ended;
      rmSync(home, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Versions of Node.js, each with an npm of its releases. */
const npmOf = { 20: "npm-of-node20", 22: "npm-of-node20", 26: "npm-of-node26" } as const;
type NodeMajor = keyof typeof npmOf;

/**
 * The environment of a machine with this Node.js and without the workspace's commands; `npm install --global`
 * writes to `home`.
 */
export function environmentOf(major: NodeMajor, home: string, registry: string): Record<string, string> {
  // The npm package `node` has only the runtime.
  const npmFolder = folderOf(npmOf[major]);
  const bin = join(home, "bin");
  for (const folder of [bin, join(home, "lib")]) mkdirSync(folder);
  symlinkSync(nodeRuntime(major).executable, join(bin, "node"));
  for (const name of ["npm", "npx"]) symlinkSync(join(npmFolder, `bin/${name}-cli.js`), join(bin, name));
  return {
    HOME: home,
    PATH: [bin, systemPath()].join(delimiter),
    npm_config_prefix: home,
    npm_config_registry: registry,
    npm_config_cache: join(tmpdir(), `compute-host-npm-${process.pid}`),
  };
}
