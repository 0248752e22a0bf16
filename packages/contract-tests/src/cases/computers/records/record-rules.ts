import type { Computer, ProvisioningStep } from "@compute-host/types";
import type { RuleId } from "../../../openapi/rules.gen.ts";
import { verify } from "../../contract-case.ts";
import { hasKnownWords, installDepsId } from "../kinds.ts";

/** A rule that every record satisfies at all times; returns what violates it. */
export interface RecordRule {
  /** The rules of the interface that require it. */
  readonly rules: readonly [RuleId, ...RuleId[]];
  readonly check: (computer: Computer, steps: readonly ProvisioningStep[]) => string | undefined;
}

/** An earlier time was meant in another unit; a later one too, or in another time zone. */
const plausible = { from: Date.UTC(2000, 0), msAhead: 3_600_000 };

/** Returns what is wrong with times that may be in another unit. */
function implausible(times: readonly (number | undefined)[]): string | undefined {
  const latest = Date.now() + plausible.msAhead;
  const odd = times.filter((time) => time !== undefined && (time < plausible.from || time > latest));
  return odd.length === 0 ? undefined : `${odd.join(", ")} would be before 2000 or in the future`;
}

/** The rules by the behaviour of a record that satisfies them. */
export const recordRules: Readonly<Record<string, RecordRule>> = {
  "always carries its steps": {
    rules: ["getComputer#1", "Computer.provisioningSteps#1"],
    check: ({ provisioningSteps }) => (provisioningSteps ? undefined : "it has no provisioningSteps"),
  },
  "has an ID, a name and a status on every step": {
    rules: ["ProvisioningStep#1"],
    check: (_computer, steps) =>
      steps
        .filter(({ id, name, status }) => !id || !name || !status)
        .map((step) => `${step.id ?? "a step"} is ${JSON.stringify(step)}`)[0],
  },
  "is active exactly when every step has completed": {
    rules: ["Computer.status#1"],
    check: (computer, steps) => {
      if (computer.status === undefined || !hasKnownWords(computer)) return undefined;
      const isDone = steps.every((step) => step.status === "completed");
      return (computer.status === "active") === isDone ? undefined : shown(computer, steps);
    },
  },
  "is in error exactly when a step has failed": {
    rules: ["Computer.status#1"],
    check: (computer, steps) => {
      if (computer.status === undefined || !hasKnownWords(computer)) return undefined;
      // While a step runs again, a later one may still be failed.
      const first = steps.find((step) => step.status !== "completed");
      const hasFailed = first?.status === "failed";
      return (computer.status === "error") === hasFailed ? undefined : shown(computer, steps);
    },
  },
  "starts no step before the earlier ones have completed": {
    rules: ["Computer.provisioningSteps", "Computers#2"],
    check: (computer, steps) => {
      if (!hasKnownWords(computer)) return undefined;
      const open = steps.findIndex((step) => step.status !== "completed");
      const later = open < 0 ? [] : steps.slice(open + 1);
      // A retry leaves the steps after install-deps unchanged, so they may have run before.
      const isRetried = steps[open]?.id === installDepsId;
      const isRight = later.every(
        ({ status }) => status === "pending" || (isRetried && status !== "running"),
      );
      return isRight ? undefined : shown(computer, steps);
    },
  },
  "has an error only on failed steps": {
    rules: ["ProvisioningStep.error#1"],
    check: (computer, steps) =>
      steps
        .filter(({ error, status }) => hasKnownWords(computer) && error !== undefined && status !== "failed")
        .map(({ id, status, error }) => `${id} is ${status} with the error ${JSON.stringify(error)}`)[0],
  },
  "has an end time only on completed and failed steps": {
    rules: ["ProvisioningStep.completedAt#1"],
    check: (computer, steps) => {
      if (!hasKnownWords(computer)) return undefined;
      const wrong = steps.filter(
        ({ status = "", completedAt }) =>
          ["completed", "failed"].includes(status) !== (completedAt !== undefined),
      );
      return wrong.length === 0 ? undefined : wrong.map(describeStep).join(", ");
    },
  },
  "has its creation time in milliseconds since 1970": {
    rules: ["Computer.createdAt#1"],
    check: ({ createdAt }) => implausible([createdAt]),
  },
  "has the times of its steps in milliseconds since 1970": {
    rules: ["ProvisioningStep.startedAt#1", "ProvisioningStep.completedAt#1"],
    check: (_computer, steps) =>
      implausible(steps.flatMap(({ startedAt, completedAt }) => [startedAt, completedAt])),
  },
  "ends no step before it starts": {
    rules: ["ProvisioningStep.completedAt#1"],
    check: (_computer, steps) => {
      const wrong = steps.filter(
        ({ startedAt, completedAt }) =>
          startedAt !== undefined && completedAt !== undefined && completedAt < startedAt,
      );
      return wrong.length === 0 ? undefined : wrong.map(describeStep).join(", ");
    },
  },
  "has at most one step install-deps": {
    rules: ["ProvisioningStep.id#1"],
    check: (_computer, steps) =>
      steps.filter(({ id }) => id === installDepsId).length > 1
        ? `${installDepsId} is there several times`
        : undefined,
  },
};

/** Fails if a record violates a rule, and cites it, whatever the case is about. */
export function verifyRule(computer: Computer, behaviour: string, { check, rules }: RecordRule): void {
  const broken = check(computer, computer.provisioningSteps ?? []);
  // A message about a step begins with its ID; the excerpt of the response skips any other word.
  const place = [computer.id, "provisioningSteps", broken?.split(" ", 1)[0] ?? ""];
  const message = `not a record that ${behaviour}: ${computer.id}: ${broken}`;
  verify(broken === undefined, rules[0], message, { place });
}

/** Fails if a record violates any rule. */
export function verifyRecord(computer: Computer): void {
  for (const [behaviour, rule] of Object.entries(recordRules)) verifyRule(computer, behaviour, rule);
}

function shown({ status }: Computer, steps: readonly ProvisioningStep[]): string {
  return `it is ${status} with ${steps.map((step) => `${step.id} ${step.status}`).join(", ") || "no steps"}`;
}

function describeStep({ id, status, startedAt, completedAt }: ProvisioningStep): string {
  return `${id} is ${status}, startedAt ${startedAt ?? "absent"}, completedAt ${completedAt ?? "absent"}`;
}
