import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProcess } from "./child-process.ts";
import { cpuMicroseconds, type Machine } from "./machine.ts";

/** Requests of one kind. */
export interface Load {
  readonly method: "GET" | "PATCH";
  /** Credentials, used in turn. */
  readonly tokens: readonly string[];
  /** Paths, requested in turn. */
  readonly paths: readonly string[];
}

/** Who gets it. */
export interface Target {
  readonly url: string;
  readonly pid: number;
}

/** What one run found. */
export interface Run {
  readonly requestsPerSecond: number;
  /** CPU time of the server, in microseconds. */
  readonly cpuPerRequest: number | undefined;
  /** Median latency, in milliseconds. */
  readonly latency: number;
}

/** What a load generator prints. */
export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly latency: number;
  readonly failures: number;
}

/** How a load is sent. */
export interface LoadOptions {
  readonly machine: Machine;
  readonly folder: string;
  readonly connections: number;
}

/** Sends loads, one at a time. */
export type LoadRunner = (load: Load, target: Target, seconds: number) => Promise<Run>;

/** Makes what sends loads: wrk by a script, or autocannon, in a process of its own. */
export function createLoadRunner({ machine, folder, connections }: LoadOptions): LoadRunner {
  let runs = 0;
  return async (load, target, seconds) => {
    runs += 1;
    const file = join(folder, `load-${runs}.json`);
    // No two PATCH requests of a database ever ask for the same name.
    const namePrefix = `b${Date.now().toString(36)}-${runs}-`;
    const [paths, tokens] = [join(folder, `paths-${runs}`), join(folder, `tokens-${runs}`)];
    writeFileSync(paths, load.paths.join("\n"));
    writeFileSync(tokens, load.tokens.join("\n"), { mode: 0o600 });
    writeFileSync(file, JSON.stringify({ ...load, namePrefix, url: target.url, connections, seconds }));
    const environment = {
      BENCH_METHOD: load.method,
      BENCH_TOKENS: tokens,
      BENCH_PATHS: paths,
      BENCH_NAMES: namePrefix,
    };
    const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
    const command =
      machine.loadGenerator === "wrk"
        ? // A disk that others use may stall for seconds: slow, and not a failure.
          [
            "wrk",
            "-t1",
            `-c${connections}`,
            `-d${seconds}s`,
            "--timeout",
            "30s",
            "-s",
            script("./load.lua"),
            target.url,
          ]
        : [process.execPath, script("./autocannon-load.ts"), file];
    const cpuBefore = cpuMicroseconds(target.pid);
    const output = await runProcess({ command: [...machine.onLoadCore, ...command], environment });
    const cpuAfter = cpuMicroseconds(target.pid);
    const result = JSON.parse(output.trim().split("\n").at(-1) ?? "{}") as LoadResult;
    if (result.failures > 0)
      throw new Error(`${result.failures} of ${result.requests} requests of ${load.method} failed`);
    return {
      requestsPerSecond: result.requests / result.seconds,
      cpuPerRequest:
        cpuBefore === undefined || cpuAfter === undefined
          ? undefined
          : (cpuAfter - cpuBefore) / result.requests,
      latency: result.latency,
    };
  };
}
