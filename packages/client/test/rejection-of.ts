import { expect } from "vitest";

/** What a call rejects with; fails the test where it resolves. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into errors of every kind.
export function rejectionOf(call: Promise<unknown>): Promise<any> {
  return call.then(
    () => expect.fail("it resolved"),
    (error) => error,
  );
}
