import { bodyProbes } from "./body-probes.ts";
import { callerProbes } from "./caller-probes.ts";
import type { Probe } from "./probe.ts";
import { retryProbes } from "./retry-probes.ts";
import { safetyProbes } from "./safety-probes.ts";
import { typoProbe } from "./typo-probe.ts";

/** Every probe, in the order of the table. They run one at a time: one replaces the global `fetch`. */
export const allProbes: readonly Probe[] = [
  ...retryProbes,
  ...bodyProbes,
  ...safetyProbes,
  ...callerProbes,
  typoProbe,
];
