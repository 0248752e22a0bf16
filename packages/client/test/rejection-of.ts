import { expect } from "vitest";

/** The error that a call rejects with; fails the test if it resolves. */
// biome-ignore lint/suspicious/noExplicitAny: tests read members of all kinds of errors.
export function rejectionOf(call: Promise<unknown>): Promise<any> {
  return call.then(
    () => expect.fail("it resolved"),
    (error) => error,
  );
}
