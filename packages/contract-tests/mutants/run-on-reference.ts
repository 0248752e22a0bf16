import type { ReferenceOptions } from "../reference/create-world.ts";
import { ada } from "../reference/seed-computers.ts";
import { startReference } from "../reference/start-reference.ts";
import type { ContractCase } from "../src/cases/contract-case.ts";
import type { ContractApi } from "../src/openapi/contract-api.ts";
import type { RunResult } from "../src/run/outcome.ts";
import { runContract } from "../src/run/run-contract.ts";
import { remoteTarget } from "../src/targets/remote-target.ts";

/** The options of a run on a reference implementation. */
export interface ReferenceRun {
  readonly api: ContractApi;
  readonly cases: readonly ContractCase[];
  /** Whether to stop after the first failure, which is enough to detect a bug. */
  readonly stopsAtFailure?: boolean;
  readonly seed?: number;
}

/** Runs the suite on a new reference implementation, with everything the command accepts. */
export async function runOnReference(options: ReferenceOptions, run: ReferenceRun): Promise<RunResult> {
  const reference = await startReference(options);
  const { token, otherToken, revokedToken, expiredToken } = reference.credentials;
  const target = remoteTarget({
    baseUrl: reference.url,
    ...{ token, otherToken, revokedToken, expiredToken },
    // Pass the computers that the owner knows, because the list may lack some.
    computers: reference.seed.flatMap(({ id, ownerId }) => (ownerId === ada.id ? [id] : [])),
    isDisposable: true,
    maxResponseMs: 5_000,
    settleWithinMs: 10_000,
  });
  const controller = new AbortController();
  try {
    return await runContract(target, {
      api: run.api,
      cases: run.cases,
      seed: run.seed ?? 1,
      signal: controller.signal,
      onOutcome: ({ outcome }) => {
        if (run.stopsAtFailure && outcome === "failed") controller.abort();
      },
    });
  } finally {
    await reference.close();
  }
}
