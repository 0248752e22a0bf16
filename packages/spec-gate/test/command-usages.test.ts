import { runProgram, wrongUsage } from "@compute-host/command-line/testing";
import { expect, test } from "vitest";

const spec = "../../spec/openapi.yaml";

test.each<[args: string[], says: RegExp]>([
  [[], /Name a command: check, diff, format, rules, base/],
  [["dif"], /Unknown command dif\. Did you mean diff\?/],
  [["diff", spec, spec, "--format", "jsn"], /Unknown format jsn\. Did you mean json\?/],
  [
    ["diff", spec, spec, "--accept", "--until", "soon"],
    /--until must be a version such as 2\.0\.0 or a date/,
  ],
  [["check", spec, "--check-version"], /check takes no option --check-version; it is one of diff/],
  [["check", spec, "--base", spec, "--base-ref", "main"], /exclude each other/],
  [["diff", "a", "b", "c"], /Unexpected argument "c"/],
  [["diff", spec, spec, "--revision", spec], /Unexpected argument/],
  [["format"], /no report given/],
  [["format", "package.json"], /is not a spec-gate report/],
  [["rules", "x"], /Unexpected argument "x"/],
])("spec-gate refuses %j in one line, and runs nothing", async (args, says) => {
  expect(await runProgram(new URL("../src/cli.ts", import.meta.url), args)).toEqual(wrongUsage(says));
});
