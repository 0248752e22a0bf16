import type { Computer } from "@compute-host/types";
import { getComputer } from "./computer-calls.ts";
import { isSettled } from "./computer-facts.ts";
import { type CaseContext, verify } from "./contract-case.ts";
import { verifyRecord } from "./records.ts";

/** How much time passes between two looks at a computer. */
export const pollIntervalMs = 100;

/** Waits until a computer is active or in error, and fails when it is not so within the target's limit. */
export async function settle(context: CaseContext, computerId: string): Promise<Computer> {
  const { settleWithinMs } = context.target;
  const deadline = performance.now() + settleWithinMs;
  for (;;) {
    const computer = await getComputer(context, computerId);
    verifyRecord(computer);
    if (isSettled(computer)) return computer;
    const isInTime = performance.now() < deadline;
    verify(
      "decided_behaviour",
      isInTime,
      `${computerId} is still ${computer.status} after ${settleWithinMs} ms`,
    );
    await context.target.passTime(pollIntervalMs);
  }
}
