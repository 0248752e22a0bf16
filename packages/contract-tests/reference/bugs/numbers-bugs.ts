import { breaking, type Patch, sends } from "../deviation.ts";
import type { Place } from "../exchange.ts";

const iso = (value: unknown) => new Date(Number(value)).toISOString();
const seconds = (value: unknown) => Math.floor(Number(value) / 1000);
const stepTimes = ["startedAt", "completedAt"] as const;

const createdAt = (map: (value: unknown) => unknown, only?: Place): Patch =>
  sends((sent, place) => {
    if (only === undefined || only === place) sent.createdAt = map(sent.createdAt);
  });

const timesOfSteps = (map: (value: unknown) => unknown): Patch =>
  sends(({ provisioningSteps = [] }) => {
    for (const step of provisioningSteps)
      for (const time of stepTimes) if (step[time] !== undefined) step[time] = map(step[time]);
  });

/** Bugs of times. */
export const numbersBugs = {
  ...breaking("Computer.createdAt#1", {
    "created-at-in-seconds": createdAt(seconds),
    "created-at-in-microseconds": createdAt((value) => Number(value) * 1000),
    "created-at-is-iso-text": createdAt(iso),
    "created-at-is-numeric-text": createdAt(String),
    "created-at-is-an-expiry": createdAt((value) => Number(value) + 10 * 365 * 86_400_000),
    "created-at-drifts": createdAt((value) => Number(value) + (Math.floor(performance.now()) % 1000)),
    "listed-created-at-in-seconds": createdAt(seconds, "list"),
  }),
  ...breaking("ProvisioningStep.startedAt#1", {
    "step-times-in-seconds": timesOfSteps(seconds),
    "step-times-are-iso-text": timesOfSteps(iso),
    "step-times-in-another-zone": timesOfSteps((value) => Number(value) + 5.5 * 3_600_000),
  }),
  ...breaking("ProvisioningStep.completedAt#1", {
    "unknown-step-times-are-zero": sends(({ provisioningSteps = [] }) => {
      for (const step of provisioningSteps) for (const time of stepTimes) step[time] ??= 0;
    }),
  }),
};
