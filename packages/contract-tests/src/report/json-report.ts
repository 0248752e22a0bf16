import type { RunResult } from "../run/outcome.ts";
import { totalsByBasis, totalsOf } from "./totals.ts";

/** Formats a run as JSON: every case with its outcome, and all failure details that the terminal shows. */
export function jsonReport({ target, api, seed, outcomes, responses, durationMs }: RunResult): string {
  const report = {
    target: target.name,
    description: { title: api.info.title, version: api.info.version },
    seed,
    durationMs: Math.round(durationMs),
    totals: totalsOf(outcomes),
    totalsByBasis: totalsByBasis(outcomes),
    responses,
    cases: outcomes.map(
      ({ contractCase, outcome, basis, reason, failure, durationMs: tookMs, requests }) => ({
        title: contractCase.title,
        theme: contractCase.theme,
        operationId: contractCase.operationId,
        outcome,
        basis,
        reason,
        failure,
        durationMs: Math.round(tookMs),
        requests,
      }),
    ),
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
