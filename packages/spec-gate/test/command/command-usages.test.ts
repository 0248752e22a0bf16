import { expect, test } from "vitest";
import { runCli } from "./run-cli.ts";

const spec = "api.yaml";

test.each<[args: string[], says: RegExp]>([
  [[], /Name a command: check, diff, format, rules, base/],
  [["dif"], /Unknown command dif\. Did you mean diff\?/],
  [["diff", spec, spec, "--format", "jsn"], /Unknown format jsn\. Did you mean json\?/],
  [
    ["diff", spec, spec, "--accept", "--until", "soon"],
    /--until must be a version such as 2\.0\.0 or a date/,
  ],
  [["rules", "--witness"], /rules takes no option --witness; it is one of check and diff/],
  [["diff", spec, spec, "--reason", "r"], /--reason and --until need --accept/],
  [["check", spec, "--base", spec, "--base-ref", "main"], /--base excludes --base-ref/],
  [["diff", "a", "b", "c"], /Unexpected argument "c"/],
  [["format"], /no report given/],
  [["format", "package.json"], /is not a spec-gate report/],
  [["rules", "x"], /Unexpected argument "x"/],
])("spec-gate refuses %j in one line, and runs nothing", async (args, says) => {
  const { code, stdout, stderr } = await runCli(args, process.cwd());
  expect({ code, stdout, lines: stderr.split("\n").length - 1 }).toEqual({ code: 2, stdout: "", lines: 1 });
  expect(stderr).toMatch(says);
});
