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
  ["a failed check is a failure", task("x#check", 2), [], { passed: 0, failed: 1 }],
  ["a task that did not run is a failure", task("x#build", undefined), [], { passed: 0, failed: 1 }],
  ["tests count individually", task("x#test", 1), [report(4, 2), report(3, 0)], { passed: 7, failed: 2 }],
  ["a runner that crashed is a failure", task("x#test", 1), [report(4, 0)], { passed: 4, failed: 1 }],
  ["a test task without a report is a failure", task("x#test", 0), [], { passed: 0, failed: 1 }],
])("%s", (_name, one, reports, tally) => {
  expect(tallyTask(one, reports)).toEqual(tally);
});

test("a skipped test fails in CI if what it needs can be installed", () => {
  const names = ["saves (needs strace)", "reads (needs root)", "not run on PostgreSQL 15: it is missing"];
  const assertionResults = [
    { status: "passed", fullName: "works" },
    ...names.map((fullName) => ({ status: "skipped", fullName })),
  ];
  const skipped = skippedTests([{ ...report(1, 0), testResults: [{ assertionResults }] }]);
  expect(skipped).toEqual(names);
  expect(wronglySkipped(skipped)).toEqual([names[0], names[2]]);
});
