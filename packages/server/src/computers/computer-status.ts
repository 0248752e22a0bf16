import type { ComputerStatus } from "@compute-host/types";
import type { StoredStep } from "./computer.ts";

/**
 * The status that the steps give a computer: `active` when every one has completed or there are none, `error` when one
 * has failed and none is running, else `provisioning`.
 */
export function statusOfSteps(steps: readonly StoredStep[]): ComputerStatus {
  const has = (status: string): boolean => steps.some((step) => step.status === status);
  if (steps.every((step) => step.status === "completed")) return "active";
  return has("failed") && !has("running") ? "error" : "provisioning";
}
