import { join } from "node:path";
import { readyOf, StartedProcess, sandboxArguments } from "@compute-host/command-line/process";
import { afterAll, beforeAll } from "vitest";
import { workspaceRoot } from "./packages/published-packages.ts";

/** A running service. */
export interface Sandbox extends AsyncDisposable {
  /** Its address and API key, as `npm start` prints them for other terminals. */
  readonly env: { readonly COMPUTE_HOST_URL: string; readonly COMPUTE_HOST_TOKEN: string };
}

const built = join(workspaceRoot, "packages/server/dist/main.js");

/** Starts the built `compute-host serve --sandbox` on a free port, in memory. */
export async function startSandbox(): Promise<Sandbox> {
  const program = new StartedProcess(process.execPath, [built, ...sandboxArguments], {
    cwd: workspaceRoot,
    env: {
      COMPUTE_HOST_DATABASE_URL: "sqlite::memory:",
      COMPUTE_HOST_LOG_LEVEL: "error",
      NODE_NO_WARNINGS: "1",
    },
  });
  const { url, apiKey = "" } = await readyOf(program);
  return {
    env: { COMPUTE_HOST_URL: url, COMPUTE_HOST_TOKEN: apiKey },
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}

/** Starts a sandbox before the tests of a file or a `describe`, and stops it afterwards. */
export function useSandbox(): Pick<Sandbox, "env"> {
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
  };
}
