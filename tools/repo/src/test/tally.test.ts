import { expect, test } from "vitest";
import { skippedTests, tallyTask, wronglySkipped } from "./tally.ts";

const task = (taskId: string, exitCode: number | undefined) => ({
  taskId,
  directory: "packages/x",
  exitCode,
  isCached: false,
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

test("skipped tests are listed by name", () => {
  const assertionResults = ["passed", "skipped", "failed", "pending"].map((status) => ({
    status,
    fullName: `is ${status}`,
  }));
  const reports = [report(1, 1), { ...report(1, 1), testResults: [{ assertionResults }] }, { cases: 9 }];
  expect(skippedTests(reports)).toEqual(["is skipped", "is pending"]);
});

test("a skipped test fails in CI if what it needs can be installed", () => {
  const skipped = ["saves (needs strace)", "reads (needs root)", "not run on PostgreSQL 15: it is missing"];
  expect(wronglySkipped(skipped)).toEqual([skipped[0], skipped[2]]);
});
