import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll } from "vitest";
import { workspaceRoot } from "./published-packages.ts";

/** A running service. */
export interface Sandbox extends AsyncDisposable {
  /** Its address and API key, as `npm start` prints them for other terminals. */
  readonly env: { readonly COMPUTE_HOST_URL: string; readonly COMPUTE_HOST_TOKEN: string };
}

const built = join(workspaceRoot, "packages/server/dist/main.js");

/** Starts `compute-host serve --sandbox` on a free port: the built one, in memory, unless another is named. */
export function startSandbox(program = built, databaseUrl = "sqlite::memory:"): Promise<Sandbox> {
  return startProgram([program, "serve", "--sandbox", "--ready-json", "--port", "0"], databaseUrl);
}

/** Starts a Node.js program that prints its address and a key as `compute-host serve --ready-json` does. */
export async function startProgram(args: readonly string[], databaseUrl = ""): Promise<Sandbox> {
  const child = spawn(process.execPath, args, {
    cwd: workspaceRoot,
    env: {
      ...process.env,
      COMPUTE_HOST_DATABASE_URL: databaseUrl,
      COMPUTE_HOST_LOG_LEVEL: "error",
      NODE_NO_WARNINGS: "1",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const early = ended.then(([code]) => {
    throw new Error(`${args[0]} ended with exit code ${code} before it listened.`);
  });
  const [line] = await Promise.race([once(createInterface(child.stdout), "line"), early]);
  early.catch(() => undefined);
  const { url, apiKey } = JSON.parse(line as string) as { readonly url: string; readonly apiKey: string };
  return {
    env: { COMPUTE_HOST_URL: url, COMPUTE_HOST_TOKEN: apiKey },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Starts a sandbox before the tests of a file or of a `describe`, and stops it after. */
export function useSandbox(): Sandbox {
  let sandbox: Sandbox | undefined;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox?.[Symbol.asyncDispose]());
  return {
    get env() {
      if (sandbox === undefined) throw new Error("The sandbox starts before the first test.");
      return sandbox.env;
    },
    [Symbol.asyncDispose]: async () => sandbox?.[Symbol.asyncDispose](),
  };
}
