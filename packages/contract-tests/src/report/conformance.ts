import { allCases } from "../cases/all-cases.ts";
import { planCases } from "../cases/plan.ts";
import { rateLimitCases } from "../cases/rate-limits.ts";
import { surveyTarget } from "../cases/survey.ts";
import { type ApiSpec, createApiSpec } from "../spec/api-spec.ts";
import { loadSpecDocument } from "../spec/spec-document.ts";
import { startFakeTarget } from "../targets/fake-target.ts";
import { startPrismTarget } from "../targets/prism-target.ts";
import { startLimitedServiceTarget, startServiceTarget } from "../targets/service-target.ts";

/** Which cases the mock, the fake and the service hold. A case that one does not hold fails this package's tests. */
export interface Conformance {
  readonly targets: readonly string[];
  readonly cases: readonly CaseConformance[];
}

/** A case, and for each target `true` or the reason why it was left out. */
export interface CaseConformance {
  readonly title: string;
  readonly operationId: string;
  readonly heldBy: Readonly<Record<string, true | string>>;
}

const runs = [
  { name: "mock", start: startPrismTarget, casesOf: allCases },
  { name: "fake", start: startFakeTarget, casesOf: allCases },
  { name: "service", start: startServiceTarget, casesOf: allCases },
  { name: "service", start: startLimitedServiceTarget, casesOf: rateLimitCases },
];

/** Asks each target which cases it can run. */
export async function collectConformance(): Promise<Conformance> {
  const document = await loadSpecDocument();
  const spec: ApiSpec = createApiSpec(document);
  const cases = new Map<string, { operationId: string; heldBy: Record<string, true | string> }>();
  for (const { name, start, casesOf } of runs) {
    const target = await start(document);
    const { runnable, skipped } = planCases(casesOf(spec), target, await surveyTarget(target, spec));
    await target.close();
    const outcomes = [
      ...skipped.map(({ title, operationId, reason }) => ({ title, operationId, outcome: reason })),
      ...runnable.map(({ title, operationId }) => ({ title, operationId, outcome: true as const })),
    ];
    for (const { title, operationId, outcome } of outcomes) {
      const entry = cases.get(title) ?? { operationId, heldBy: {} };
      if (entry.heldBy[name] !== true) entry.heldBy[name] = outcome;
      cases.set(title, entry);
    }
  }
  return {
    targets: [...new Set(runs.map(({ name }) => name))],
    cases: [...cases].map(([title, entry]) => ({ title, ...entry })),
  };
}

/** Where the docs keep what this collects. */
export const conformanceFile = new URL("../../../docs/generated/conformance.gen.json", import.meta.url);
