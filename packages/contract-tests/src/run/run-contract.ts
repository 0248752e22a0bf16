import { allCases } from "../cases/all-cases.ts";
import { createCaseContext, type RunSetting } from "../cases/case-context.ts";
import { restoreComputers } from "../cases/computers/changing.ts";
import { recordObserver } from "../cases/computers/records/record-observers.ts";
import type { ContractCase } from "../cases/contract-case.ts";
import { problemTypeObserver, requestIdObserver } from "../conformance/observations.ts";
import { maskTokens } from "../describe/mask-tokens.ts";
import type { ContractApi } from "../openapi/contract-api.ts";
import { loadApi } from "../openapi/load-api.ts";
import type { Target } from "../targets/target.ts";
import { createMemoryJournal, type Journal } from "./journal.ts";
import type { CaseOutcome, RunResult } from "./outcome.ts";
import { runCases } from "./run-cases.ts";

/** The options of a run. */
export interface RunOptions {
  /** @default the description that comes with the package */
  readonly api?: ContractApi;
  /** @default every case */
  readonly cases?: readonly ContractCase[];
  /** @default one that ends with the process */
  readonly journal?: Journal;
  /** @default 1 */
  readonly seed?: number;
  /** Stops the run and restores what was changed. */
  readonly signal?: AbortSignal;
  readonly onOutcome?: (outcome: CaseOutcome) => void;
  /** Whether a response that only differs from this project's decisions lets its case go on. @default false */
  readonly toleratesDecisions?: boolean;
}

/** Runs the suite against a target, and restores what it changed. */
export async function runContract(target: Target, options: RunOptions = {}): Promise<RunResult> {
  const { api = loadApi(), seed = 1, signal } = options;
  const { cases = allCases(api), journal = createMemoryJournal(), onOutcome } = options;
  const { toleratesDecisions } = options;
  const responses: Record<string, Record<string, number>> = {};
  const setting = createSetting(target, api, journal, seed, {
    signal,
    toleratesDecisions,
    onExchange: ({ operation: { operationId }, status }) => {
      responses[operationId] ??= {};
      responses[operationId][status] = (responses[operationId][status] ?? 0) + 1;
    },
  });
  const startedAt = performance.now();
  const { outcomes, trouble } = await runCases(cases, setting, onOutcome);
  const unrestored = await restoreAll({ ...setting, signal: undefined });
  const durationMs = performance.now() - startedAt;
  const isInterrupted = signal?.aborted ?? false;
  return { target, api, seed, outcomes, responses, durationMs, unrestored, isInterrupted, trouble };
}

/** Creates the setting that all cases of a run share. */
export function createSetting(
  target: Target,
  api: ContractApi,
  journal: Journal,
  seed: number,
  options: Partial<Pick<RunSetting, "signal" | "onExchange" | "toleratesDecisions">> = {},
): RunSetting {
  const memory = new Map<string, unknown>();
  const observers = [requestIdObserver(), problemTypeObserver(), recordObserver(api, target, memory)];
  return { target, api, journal, seed, memory, observers, missingHeaders: new Set(), ...options };
}

/** Restores what is still in the journal; returns what could not be restored, with all tokens masked. */
export async function restoreAll(setting: RunSetting): Promise<string[]> {
  const problems: string[] = [];
  // A computer that was put back counts as restored, even if the response differs from this project's decisions.
  const { context } = createCaseContext({ ...setting, toleratesDecisions: true }, "updateComputer");
  // One by one, so that a computer that cannot be restored does not keep the others from it.
  for (const id of [...setting.journal.entries.keys()])
    await restoreComputers(context, new Set([id])).catch((error: unknown) => {
      problems.push(`${id}: ${error instanceof Error ? error.message : String(error)}`);
    });
  return maskTokens(problems, setting.target);
}
