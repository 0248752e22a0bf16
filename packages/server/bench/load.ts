import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runOrThrow } from "@compute-host/command-line/process";
import { cpuMicroseconds, type Machine, processTree } from "./machine.ts";

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

/** Requests of one kind and who gets them. */
export interface AimedLoad {
  readonly load: Load;
  /** Several servers share the connections. */
  readonly targets: readonly Target[];
  /** First process of the database server, if there is one. */
  readonly databasePid?: number;
}

/** The result of one run. */
export interface Run {
  readonly requestsPerSecond: number;
  /** CPU time of the servers, in microseconds. */
  readonly cpuPerRequest: number | undefined;
  /** CPU time of the database server, in microseconds. */
  readonly databaseCpuPerRequest: number | undefined;
  /** Median latency, in milliseconds. */
  readonly latency: number;
}

/** The output of a load generator. */
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
export type LoadRunner = (aimed: AimedLoad, seconds: number) => Promise<Run>;

/** Makes what sends loads: a process of wrk for each target. */
export function createLoadRunner(options: LoadOptions): LoadRunner {
  let runs = 0;
  return async ({ load, targets, databasePid }, seconds) => {
    const readCpu = () => ({
      servers: cpuMicroseconds(targets.map(({ pid }) => pid)),
      database: databasePid === undefined ? undefined : cpuMicroseconds(processTree(databasePid)),
    });
    const connections = Math.floor(options.connections / targets.length);
    const commands = targets.map((target, index) => {
      runs += 1;
      return commandOf(shareOf(load, index, targets.length), target, {
        ...options,
        connections,
        seconds,
        run: runs,
      });
    });
    const before = readCpu();
    const results = await Promise.all(commands.map(sendLoad));
    const after = readCpu();
    const requests = sumOf(results.map((result) => result.requests));
    const failures = sumOf(results.map((result) => result.failures));
    if (failures > 0) throw new Error(`${failures} of ${requests} requests of ${load.method} failed`);
    const perRequest = (from: number | undefined, to: number | undefined) =>
      from === undefined || to === undefined ? undefined : (to - from) / requests;
    return {
      requestsPerSecond: sumOf(results.map((result) => result.requests / result.seconds)),
      cpuPerRequest: perRequest(before.servers, after.servers),
      databaseCpuPerRequest: perRequest(before.database, after.database),
      latency: Math.max(...results.map(({ latency }) => latency)),
    };
  };
}

/** Each of several targets begins at another path, so that they do not write the same computer at the same moment. */
function shareOf(load: Load, index: number, count: number): Load {
  const first = Math.floor((load.paths.length * index) / count);
  return { ...load, paths: [...load.paths.slice(first), ...load.paths.slice(0, first)] };
}

interface CommandOptions extends LoadOptions {
  readonly seconds: number;
  /** Number of this run, for the names of its files. */
  readonly run: number;
}

interface LoadCommand {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

function commandOf(load: Load, target: Target, options: CommandOptions): LoadCommand {
  const { machine, folder, connections, seconds, run } = options;
  // No two PATCH requests of a database ever ask for the same name.
  const namePrefix = `b${Date.now().toString(36)}-${run}-`;
  const [paths, tokens] = [join(folder, `paths-${run}`), join(folder, `tokens-${run}`)];
  writeFileSync(paths, load.paths.join("\n"));
  writeFileSync(tokens, load.tokens.join("\n"), { mode: 0o600 });
  const env = {
    BENCH_METHOD: load.method,
    BENCH_TOKENS: tokens,
    BENCH_PATHS: paths,
    BENCH_NAMES: namePrefix,
  };
  // A disk that others use may stall for seconds: slow, and not a failure.
  const limits = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "30s"];
  const command = ["wrk", ...limits, "-s", fileURLToPath(new URL("load.lua", import.meta.url)), target.url];
  return { command: [...machine.onLoadCore, ...command], env };
}

async function sendLoad({ command: [program = "", ...args], env }: LoadCommand): Promise<LoadResult> {
  const output = await runOrThrow(program, args, { env });
  return JSON.parse(output.trim().split("\n").at(-1) ?? "{}") as LoadResult;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
