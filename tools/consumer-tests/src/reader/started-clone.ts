import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { runOrThrow, StartedProcess } from "@compute-host/command-line/process";
import { freePort } from "@compute-host/server/free-port";
import { buildCache, copyWorkspace, pnpmCaches } from "../workspace-clone.ts";
import { pathWith } from "./node-with-npm.ts";

/** A clone of the workspace with its uncommitted changes, in which `npm start` is running. */
export interface StartedClone extends AsyncDisposable {
  readonly directory: string;
  /** The address of the service. */
  readonly url: string;
  /** The key that the start printed. */
  readonly token: string;
  /** The two lines that it printed for other terminals. */
  readonly exportLines: string;
  /** The lines that it printed last, which check and change the interface. */
  readonly lastLines: readonly string[];
  /** The environment by which commands in it find what this machine has downloaded and built. */
  readonly caches: Readonly<Record<string, string>>;
  /** Makes the tarballs with `npm run tarballs`, unless a document has done so. */
  packed(): Promise<void>;
  /** Waits until no installation that a document started is running, so that the next one finds its computers at rest. */
  settled(): Promise<void>;
}

/** The limit of `npm start`, which builds what Turborepo's cache lacks. */
const startLimitMs = 400_000;
const settleLimitMs = 60_000;

/**
 * Clones the workspace, and runs `npm start` until it prints its last line. It installs what it needs.
 *
 * @param bin the folder with `node` and `npm`
 * @param registry the registry from which `npx` takes pnpm
 * @param isBuilding whether it builds everything itself, and takes nothing from the cache of this workspace
 */
export async function startClone(bin: string, registry: string, isBuilding: boolean): Promise<StartedClone> {
  const directory = mkdtempSync(join(tmpdir(), "compute-host-clone-"));
  await copyWorkspace(directory, leftOut);
  const port = await freePort();
  const caches = { ...(await pnpmCaches()), ...(isBuilding ? {} : await buildCache()) };
  // Another service in the clone finds its usual database free.
  const home = mkdtempSync(join(tmpdir(), "compute-host-home-"));
  // npm expects this folder in an installation of Node.js.
  mkdirSync(join(home, "lib"));
  const env = {
    HOME: home,
    PATH: pathWith(bin),
    npm_config_prefix: home,
    npm_config_registry: registry,
    ...caches,
  };
  const started = new StartedProcess("npm", ["start"], {
    cwd: directory,
    // Its own process group, which ends as a whole.
    detached: true,
    inherited: { ...env, PORT: String(port), COMPUTE_HOST_DATABASE_URL: `sqlite:${join(home, "data.db")}` },
  });
  async function stop(): Promise<void> {
    const { exitCode, pid } = started.child;
    if (exitCode === null && pid !== undefined) process.kill(-pid, "SIGTERM");
    await started.ended;
    for (const folder of [directory, home]) rmSync(folder, { recursive: true, force: true });
  }
  const limit = pause(startLimitMs, undefined, { ref: false }).then(() => {
    throw new Error(`\`npm start\` did not start:\n${started.stdout}${started.stderr}`);
  });
  limit.catch(() => {});
  await Promise.race([started.prints(/Ctrl-C stops it\./), limit]).catch(async (error) => {
    await stop();
    throw error;
  });
  const exportLines = started.stdout.match(/^ *export COMPUTE_HOST_(URL|TOKEN)=.*$/gm)?.join("\n") ?? "";
  const url = /COMPUTE_HOST_URL=(\S+)/.exec(exportLines)?.[1] ?? "";
  const token = /COMPUTE_HOST_TOKEN=(\S+)/.exec(exportLines)?.[1] ?? "";
  const [, last = ""] = /^Check it with(.*)/ms.exec(started.stdout) ?? [];
  const busy = await provisioning(url, token);
  return {
    directory,
    url,
    token,
    exportLines,
    lastLines: last.match(/(?<=^ {2}).*/gm) ?? [],
    caches,
    async packed() {
      if (existsSync(join(directory, "dist"))) return;
      await runOrThrow("npm", ["run", "tarballs"], { cwd: directory, env, timeoutMs: 200_000 });
    },
    async settled() {
      const end = Date.now() + settleLimitMs;
      while ((await provisioning(url, token)).some((id) => !busy.includes(id))) {
        if (Date.now() > end) throw new Error("A computer in the sandbox is still provisioning.");
        await pause(100);
      }
    },
    [Symbol.asyncDispose]: stop,
  };
}

/** What no command of a document needs, so that changing it does not repeat these tests. The hash has everything else. */
const leftOut = `
  .ci .github ARCHITECTURE.md biome.json knip.json renovate.json
  tools/repo/src/release tools/repo/src/workflows **/src/**/*.test.ts
  spec/test/** tools/*/test/** packages/docs/test/** tools/consumer-tests/test/** packages/s*/test/**`;

/** The IDs of the computers that are being provisioned. */
async function provisioning(url: string, token: string): Promise<string[]> {
  const response = await fetch(`${url}/api/v0/computers`, { headers: { authorization: `Bearer ${token}` } });
  const { computers } = (await response.json()) as { computers: { id: string; status: string }[] };
  return computers.flatMap(({ id, status }) => (status === "provisioning" ? [id] : []));
}
