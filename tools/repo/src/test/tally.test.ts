import { expect, test } from "vitest";
import { formatRows, skippedTests, tallyTask, wronglySkipped } from "./tally.ts";

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

test("failed tasks come first, and what takes a third more CPU than recorded is marked", () => {
  const row = (taskId: string, exitCode: number | undefined, failed: number, ...cpu: number[]) => ({
    task: task(taskId, exitCode),
    tally: { passed: 1, failed },
    seconds: cpu[0],
    recorded: cpu[1],
  });
  const cached = {
    task: { ...task("d#test", 0), isCached: true },
    tally: { passed: 5, failed: 0 },
    recorded: 7,
  };
  const rows = [
    { ...row("a#test", 0, 0, 8, 6), skipped: ["on a missing engine"] },
    row("c#test", 1, 2, 7.94, 6),
    row("b#build", undefined, 1),
    cached,
  ];
  expect(formatRows(rows).replaceAll(/ +/g, " ").split("\n")).toEqual([
    " passed failed CPU s recorded",
    "b#build 1 1 did not run",
    "c#test 1 2 FAILED 7.9 6.0",
    "a#test 1 0 ok 8.0 6.0 grew by a third",
    "d#test 5 0 ok cached 7.0",
    "all that ran 15.9 12.0",
    "NOT RUN a#test: on a missing engine",
  ]);
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
