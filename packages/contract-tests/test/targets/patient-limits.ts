import { defaultLimits } from "../../src/targets/target.ts";

/** Limits that only end what hangs: how busy this machine is decides no case. */
export const patientLimits = {
  ...defaultLimits,
  timeoutMs: 300_000,
  maxResponseMs: 300_000,
  settleWithinMs: 600_000,
};
