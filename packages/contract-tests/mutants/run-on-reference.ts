import { ada } from "../reference/seed-computers.ts";
import { seedFor } from "../reference/seed-variants.ts";
import { type ReferenceOptions, startReference } from "../reference/start-reference.ts";
import type { ContractCase } from "../src/cases/contract-case.ts";
import type { ContractApi } from "../src/openapi/contract-api.ts";
import type { RunResult } from "../src/run/outcome.ts";
import { runContract } from "../src/run/run-contract.ts";
import { remoteTarget } from "../src/targets/remote-target.ts";

/** How the suite is run on a reference implementation. */
export interface ReferenceRun {
  readonly api: ContractApi;
  readonly cases: readonly ContractCase[];
  /** Stops after the first failure: a bug is then known. */
  readonly stopsAtFailure?: boolean;
  readonly seed?: number;
}

/** Runs the suite on a reference implementation of its own, with everything that the command can be given. */
export async function runOnReference(options: ReferenceOptions, run: ReferenceRun): Promise<RunResult> {
  const reference = await startReference(options);
  const { token, otherToken, revokedToken, expiredToken } = reference.credentials;
  const target = remoteTarget({
    baseUrl: reference.url,
    ...{ token, otherToken, revokedToken, expiredToken },
    // What an owner knows of its computers: the list may lack some of them.
    computers: seedFor(new Set(options.variants), undefined).flatMap(({ id, ownerId }) =>
      ownerId === ada.id ? [id] : [],
    ),
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
