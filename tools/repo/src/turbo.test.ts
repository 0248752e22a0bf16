import { expect, test } from "vitest";
import { parseSummary } from "./turbo.ts";

test("tasks without a script are left out, and cached ones have passed", () => {
  const tasks = [
    { taskId: "a#test", command: "vitest run", directory: "a", execution: { exitCode: 1 } },
    { taskId: "b#test", command: "<NONEXISTENT>", directory: "b", execution: { exitCode: 0 } },
    { taskId: "c#test", command: "vitest run", directory: "c", cache: { status: "HIT" } },
    { taskId: "d#test", command: "vitest run", directory: "d", cache: { status: "MISS" } },
  ];
  expect(parseSummary(JSON.stringify({ tasks }))).toEqual([
    { taskId: "a#test", directory: "a", exitCode: 1 },
    { taskId: "c#test", directory: "c", exitCode: 0 },
    { taskId: "d#test", directory: "d", exitCode: undefined },
  ]);
});
