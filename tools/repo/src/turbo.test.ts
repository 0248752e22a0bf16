import { expect, test } from "vitest";
import { parseSummary } from "./turbo.ts";

test("omits tasks without a script, and counts cached ones as passed", () => {
  const tasks = [
    { taskId: "a#test", command: "vitest run", directory: "a", execution: { exitCode: 1 } },
    { taskId: "b#test", command: "<NONEXISTENT>", directory: "b", execution: { exitCode: 0 } },
    { taskId: "c#test", command: "vitest run", directory: "c", cache: { status: "HIT" } },
    { taskId: "d#test", command: "vitest run", directory: "d", cache: { status: "MISS" } },
  ];
  expect(parseSummary(JSON.stringify({ tasks }))).toEqual([
    { taskId: "a#test", directory: "a", exitCode: 1, isCached: false },
    { taskId: "c#test", directory: "c", exitCode: 0, isCached: true },
    { taskId: "d#test", directory: "d", exitCode: undefined, isCached: false },
  ]);
});
