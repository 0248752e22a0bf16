import type { numbersBugs } from "../bugs/numbers-bugs.ts";
import { seedIds as ids } from "../seed-computers.ts";
import type { Probe, Probes, StepBody } from "./api.ts";
import { listed } from "./expectations.ts";

/** Whether a value is a time between 2001 and 2286 in milliseconds. */
const isTime = (value: unknown) => typeof value === "number" && value > 1e12 && value < 1e13;

const createdAtIsWrong: Probe = async (api) => !isTime((await api.get(ids.active)).body.createdAt);

const stepTimeIsWrong = (id: string): Probe => {
  const isWrong = ({ startedAt, completedAt }: StepBody) =>
    [startedAt, completedAt].some((time) => time !== undefined && !isTime(time));
  return async (api) => (await api.get(id)).body.provisioningSteps.some(isWrong);
};

export const numbersProbes: Probes<typeof numbersBugs> = {
  "created-at-in-seconds": createdAtIsWrong,
  "created-at-in-microseconds": createdAtIsWrong,
  "created-at-is-iso-text": createdAtIsWrong,
  "created-at-is-numeric-text": createdAtIsWrong,
  "created-at-drifts": async (api) => {
    const first = (await api.get(ids.active)).body.createdAt;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return (await api.get(ids.active)).body.createdAt !== first;
  },
  "listed-created-at-in-seconds": async (api) => !isTime(listed(await api.list(), ids.active)?.createdAt),
  "step-times-in-seconds": stepTimeIsWrong(ids.active),
  "step-times-are-iso-text": stepTimeIsWrong(ids.active),
  "unknown-step-times-are-zero": stepTimeIsWrong(ids.provisioning),
};
