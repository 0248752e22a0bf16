import { describe, expect, test } from "vitest";
import { FakeClock } from "./fake-clock.ts";

describe("a fake clock", () => {
  test("stands still until it is advanced, and then calls back in order, at the right time", async () => {
    const clock = new FakeClock(1000);
    const calls: string[] = [];
    clock.schedule(200, () => calls.push(`b ${clock.now()}`));
    clock.schedule(100, () => {
      calls.push(`a ${clock.now()}`);
      clock.schedule(50, () => calls.push(`nested ${clock.now()}`));
    });
    await clock.advance(99);
    expect(calls).toEqual([]);
    await clock.advance(101);
    expect(calls).toEqual(["a 1100", "nested 1150", "b 1200"]);
    expect(clock.now()).toBe(1200);
  });

  test("does not call back after a cancellation", async () => {
    const clock = new FakeClock(0);
    let called = false;
    clock.schedule(1, () => {
      called = true;
    })();
    await clock.advance(10);
    expect(called).toBe(false);
  });
});
