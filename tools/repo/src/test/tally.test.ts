import { expect, test } from "vitest";
import { formatRows, tallyTask } from "./tally.ts";

const task = (taskId: string, exitCode: number | undefined) => ({
  taskId,
  directory: "packages/x",
  exitCode,
});
const report = (numPassedTests: number, numFailedTests: number) => ({ numPassedTests, numFailedTests });

test.each([
  ["a passed check counts as one", task("x#check", 0), [], { passed: 1, failed: 0 }],
  ["a failed check counts as one failure", task("x#check", 2), [], { passed: 0, failed: 1 }],
  ["a task that did not run is a failure", task("x#build", undefined), [], { passed: 0, failed: 1 }],
  ["tests count individually", task("x#test", 1), [report(4, 2), report(3, 0)], { passed: 7, failed: 2 }],
  ["the long suites count individually", task("x#test:full", 0), [report(9, 0)], { passed: 9, failed: 0 }],
  ["a runner that crashed is a failure", task("x#test", 1), [report(4, 0)], { passed: 4, failed: 1 }],
  ["a test task without a report is a failure", task("x#test", 0), [], { passed: 0, failed: 1 }],
  ["other reports do not count", task("x#test", 0), [report(4, 0), { cases: 9 }], { passed: 4, failed: 0 }],
])("%s", (_name, one, reports, tally) => {
  expect(tallyTask(one, reports)).toEqual(tally);
});

test("failed tasks come first", () => {
  const row = (taskId: string, exitCode: number | undefined, failed: number) => ({
    task: task(taskId, exitCode),
    tally: { passed: 1, failed },
  });
  const rows = [row("a#test", 0, 0), row("c#test", 1, 2), row("b#build", undefined, 1)];
  expect(formatRows(rows).replaceAll(/ +/g, " ").split("\n")).toEqual([
    "b#build 1 passed 1 failed did not run",
    "c#test 1 passed 2 failed FAILED",
    "a#test 1 passed 0 failed ok",
  ]);
});
