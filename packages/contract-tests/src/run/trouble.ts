import type { RunSetting } from "../cases/case-context.ts";
import { otherOwner } from "../cases/computers/calls.ts";
import { bearerOf } from "../http/carried-credentials.ts";
import { exchange, NoResponseError } from "../http/exchange.ts";

/** The waits before each attempt to reach a service in trouble. */
const probeWaitsMs = [0, 500, 2_000];

/** A state in which no case can prove anything, such as a service that is down or a token that has expired. */
export interface Trouble {
  /** What is wrong, and what to do. */
  readonly message: string;
  /** Whether the service no longer responds, so the last request of the failed case may be the cause. */
  readonly isUnanswered: boolean;
}

/** Returns what stops the run itself after a case has failed, or `undefined` if the failure is the service's own. */
export async function troubleOf(setting: RunSetting): Promise<Trouble | undefined> {
  let trouble: Trouble | undefined;
  for (const waitMs of probeWaitsMs) {
    await setting.target.passTime(waitMs);
    trouble = await troubleNow(setting);
    if (trouble === undefined) return undefined;
  }
  return trouble;
}

async function troubleNow({ target, api }: RunSetting): Promise<Trouble | undefined> {
  const operation = api.operation("listComputers");
  const callers = [
    { name: "CONTRACT_TOKEN", authorization: bearerOf(target) },
    ...(target.otherToken ? [{ name: "CONTRACT_OTHER_TOKEN", authorization: otherOwner({ target }) }] : []),
  ];
  for (const { name, authorization } of callers) {
    let status: number;
    try {
      status = (await exchange(target, { operation, authorization })).status;
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error;
      return { message: "The service stopped responding", isUnanswered: true };
    }
    if (status === 401) {
      const message = `The service no longer accepts ${name} (401): use a token that outlives the run. It failed`;
      return { message, isUnanswered: false };
    }
    if (status === 429 || status === 503)
      return {
        message: `The service keeps returning ${status}: try again later. It failed`,
        isUnanswered: false,
      };
  }
  return undefined;
}
