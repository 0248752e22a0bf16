import type { Computer, ProvisioningStep } from "@compute-host/types";
import type { ApiSpec } from "../spec/api-spec.ts";
import { getComputer } from "./computer-calls.ts";
import { wants } from "./computer-facts.ts";
import { type CaseContext, type ContractCase, verify } from "./contract-case.ts";

/** A rule that every record of a computer keeps; returns what breaks it. */
type RecordRule = (computer: Computer, steps: readonly ProvisioningStep[]) => string | undefined;

/** A time before this, in milliseconds, is one that was meant in seconds. */
const earliestPlausibleMs = Date.UTC(2000, 0);

const rules: Readonly<Record<string, RecordRule>> = {
  "always carries its steps": ({ provisioningSteps }) =>
    provisioningSteps ? undefined : "it has no provisioningSteps",

  "has an id, a name and a status on every step": (_computer, steps) =>
    steps.some(({ id, name, status }) => !id || !name || !status) ? "a step lacks one of them" : undefined,

  "is active exactly when every step has completed": ({ status }, steps) => {
    const isDone = steps.every((step) => step.status === "completed");
    return (status === "active") === isDone ? undefined : `it is ${status} with ${statuses(steps)}`;
  },

  "is in error exactly when a step has failed": ({ status }, steps) => {
    const hasFailed = steps.some((step) => step.status === "failed");
    return (status === "error") === hasFailed ? undefined : `it is ${status} with ${statuses(steps)}`;
  },

  "starts no step before the ones before it have completed": (_computer, steps) => {
    const open = steps.findIndex((step) => step.status !== "completed");
    const later = open < 0 ? [] : steps.slice(open + 1);
    return later.every((step) => step.status === "pending") ? undefined : `it has ${statuses(steps)}`;
  },

  "has an error on failed steps alone": (_computer, steps) =>
    steps.some((step) => step.error !== undefined && step.status !== "failed")
      ? "another step has one"
      : undefined,

  "has its times in milliseconds since 1970": ({ createdAt }, steps) => {
    const times = [createdAt, ...steps.flatMap(({ startedAt, completedAt }) => [startedAt, completedAt])];
    const odd = times.filter((time) => time !== undefined && time < earliestPlausibleMs);
    return odd.length === 0 ? undefined : `${odd.join(", ")} would be in the last century`;
  },

  "ends no step before it starts": (_computer, steps) =>
    steps.some(({ startedAt = 0, completedAt = Infinity }) => completedAt < startedAt)
      ? "a step does"
      : undefined,
};

/** The rules for the state of a computer and of its steps, on every computer that there is. */
export function recordCases(_spec: ApiSpec): ContractCase[] {
  return Object.entries(rules).map(([behaviour, rule]) => ({
    title: `getComputer returns a record that ${behaviour}`,
    operationId: "getComputer",
    checks: ["decided_behaviour"],
    needs: ["keepsState"],
    missingData: wants("computer"),
    run: (context) => checkRecords(context, rule),
  }));
}

/** Fails where a record breaks a rule; a computer has to keep them at every moment. */
export function verifyRecord(computer: Computer): void {
  for (const [behaviour, rule] of Object.entries(rules)) {
    const broken = rule(computer, computer.provisioningSteps ?? []);
    verify(
      "decided_behaviour",
      broken === undefined,
      `no record that ${behaviour}: ${computer.id}: ${broken}`,
    );
  }
}

async function checkRecords(context: CaseContext, rule: RecordRule): Promise<void> {
  for (const { id } of context.survey.computers) {
    const computer = await getComputer(context, id);
    const broken = rule(computer, computer.provisioningSteps ?? []);
    verify("decided_behaviour", broken === undefined, `${id}: ${broken}`);
  }
}

function statuses(steps: readonly ProvisioningStep[]): string {
  return steps.map((step) => `${step.id} ${step.status}`).join(", ") || "no steps";
}
