import { runProgram, wrongUsage } from "@compute-host/command-line/testing";
import { expect, test } from "vitest";

test.each<[args: string[], says: RegExp]>([
  [[], /Name a command: check, diff, format, rules/],
  [["dif"], /Unknown command dif\. Did you mean diff\?/],
  [["diff", "--bse", "x"], /Did you mean --base\?/],
  [["diff", "--base"], /--base needs a value/],
  [["diff", "nowhere.yaml"], /nowhere\.yaml cannot be read/],
  [["diff", "src", "../../spec/openapi.yaml"], /src/],
  [
    ["diff", "../../spec/openapi.yaml", "../../spec/openapi.yaml", "--format", "jsn"],
    /Unknown format jsn\. Did you mean json\?/,
  ],
  [
    ["diff", "../../spec/openapi.yaml", "../../spec/openapi.yaml", "--reason", "x"],
    /--reason needs --accept/,
  ],
  [
    ["diff", "../../spec/openapi.yaml", "../../spec/openapi.yaml", "--accept", "--until", "soon"],
    /--until must be a version such as 2\.0\.0/,
  ],
  [
    ["diff", "../../spec/openapi.yaml", "../../spec/openapi.yaml", "--step", "a=b"],
    /diff takes no option --step; it is one of check/,
  ],
  [
    ["check", "../../spec/openapi.yaml", "--base", "../../spec/openapi.yaml", "--base-ref", "main"],
    /exclude each other/,
  ],
  [["check", "../../spec/openapi.yaml", "--config", "nowhere.yaml"], /--config must be a file that exists/],
  [["check", "../../spec/openapi.yaml", "--step", "x"], /not of the form/],
  [
    ["check", "../../spec/openapi.yaml", "--check-version"],
    /check takes no option --check-version; it is one of diff/,
  ],
  [["diff", "a", "b", "c"], /Unexpected argument "c"/],
  [
    ["diff", "../../spec/openapi.yaml", "../../spec/openapi.yaml", "--revision", "../../spec/openapi.yaml"],
    /Unexpected argument/,
  ],
  [["format"], /no report given/],
  [["format", "src"], /cannot be read/],
  [["format", "package.json"], /is not a spec-gate report/],
  [["rules", "x"], /Unexpected argument "x"/],
  [["rules", "--format", "json"], /rules takes no option --format/],
  [["diff", "--format", "json", "--format", "junit", "x"], /Give it once/],
])("spec-gate refuses %j in one line, and runs nothing", async (args, says) => {
  expect(await runProgram(new URL("../src/cli.ts", import.meta.url), args)).toEqual(wrongUsage(says));
});
