import { installDepsStepId, statusOfSteps } from "@compute-host/core";
import type { Computer } from "@compute-host/types";
import type { StoredComputer, StoredStep } from "./computer.ts";
import { newId } from "./new-id.ts";

/** A record whose missing fields are filled in. */
export type NewComputer = Partial<Computer> &
  Pick<Computer, "name" | "providerType"> & { readonly ownerId: string };

const stepNames = {
  "create-computer": "Create computer",
  "configure-environment": "Configure environment",
  [installDepsStepId]: "Install dependencies",
} as const;

const stepIds = {
  managed: ["create-computer", "configure-environment", installDepsStepId],
  byom: [installDepsStepId],
} as const;

/**
 * Completes a record with a new ID, the current time, and the pending steps of its provider type where these are
 * missing (an active computer gets no steps). The status always follows from the steps.
 */
export function newComputer(input: NewComputer, now: number): StoredComputer {
  const steps = input.provisioningSteps?.map(completeStep) ?? missingSteps(input);
  const { id = newId("cmp"), name, providerType, createdAt = now, ...rest } = input;
  return {
    id,
    name,
    providerType,
    createdAt,
    ...rest,
    status: statusOfSteps(steps),
    provisioningSteps: steps,
  };
}

function missingSteps({ status, providerType }: NewComputer): StoredStep[] {
  // The default steps would reinstall it.
  if (status === "active") return [];
  return stepIds[providerType].map((id) => ({ id, name: stepNames[id], status: "pending" }));
}

function completeStep(step: Partial<StoredStep>, index: number): StoredStep {
  const id = step.id ?? `step-${index + 1}`;
  const name = step.name ?? (id in stepNames ? stepNames[id as keyof typeof stepNames] : id);
  return { ...step, id, name, status: step.status ?? "pending" };
}
