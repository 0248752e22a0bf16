import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runRedocly } from "@compute-host/openapi/redocly";
import { specFile, specFolder } from "./spec-files.ts";

/** A place of the description that the traffic did not touch. */
export interface Missing {
  readonly operationId: string;
  readonly kind: "operation" | "parameter" | "property" | "response";
  readonly target?: string;
  readonly status?: string;
  readonly path?: string;
  readonly name?: string;
}

/** The parts of the description that were touched, out of all parts. */
export interface Covered {
  readonly covered: number;
  readonly total: number;
}

/** The findings of `redocly drift` in recorded traffic. */
export interface Drift {
  readonly exchanges: number;
  /** The differences between the traffic and the description. */
  readonly problems: readonly {
    readonly message: string;
    readonly ruleId: string;
    readonly operationId?: string;
  }[];
  readonly totals: Readonly<Record<"operations" | "parameters" | "properties" | "responses", Covered>>;
  readonly missing: readonly Missing[];
}

interface CoverageFile {
  readonly totals: Drift["totals"];
  readonly operations: readonly {
    readonly operationId: string;
    readonly missing: readonly Omit<Missing, "operationId">[];
  }[];
}

interface DriftFile {
  readonly run: { readonly totalExchanges: number; readonly documentedExchanges: number };
  readonly problems: Drift["problems"];
}

/**
 * Compares recorded traffic with the description.
 * @param traffic folder with HAR files; the reports are written next to it
 * @param baseUrl address that received the traffic
 */
export async function measureDrift(traffic: string, baseUrl: string): Promise<Drift> {
  const report = join(traffic, "..", "drift.json");
  const coverage = join(traffic, "..", "coverage.json");
  const args = [
    ...["drift", traffic, "--api", specFile, "--server", baseUrl, "--ignore-headers", "prefer,x-padding"],
    ...["--coverage", "--coverage-output", coverage, "--format", "json", "--output", report],
  ];
  const { stdout, stderr } = await runRedocly(args, specFolder);
  const [drift, covered] = await Promise.all([
    readJson<DriftFile>(report),
    readJson<CoverageFile>(coverage),
  ]).catch(() => {
    throw new Error(`redocly drift left no report:\n${stdout}${stderr}`);
  });
  return {
    exchanges: drift.run.totalExchanges,
    problems: drift.problems,
    totals: covered.totals,
    missing: covered.operations.flatMap(({ operationId, missing }) =>
      missing.map((place) => ({ operationId, ...place })),
    ),
  };
}

/** Formats one line per total, such as `properties 386/386 (100 %)`. */
export function describeTotals(totals: Drift["totals"]): string {
  return Object.entries(totals)
    .map(
      ([name, { covered, total }]) =>
        `${name} ${covered}/${total} (${Math.floor((covered / total) * 100)} %)`,
    )
    .join(", ");
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(file, "utf8")) as T;
}
