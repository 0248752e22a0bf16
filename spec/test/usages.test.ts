import { runProgram, wrongUsage } from "@compute-host/command-line/testing";
import { expect, test } from "vitest";

const usages: readonly [program: string, args: string[], says: RegExp][] = [
  ["src/build.ts", ["--hlep"], /Unknown option --hlep\. Did you mean --help\?/],
  ["src/build.ts", ["--check-all"], /Unknown option --check-all\./],
  ["src/build.ts", ["stray"], /Unexpected argument "stray"\. See .* --help\./],
  ["src/build.ts", ["-x"], /Unknown option -x\./],
  ["src/build.ts", ["--help=1"], /--help takes no value/],
  ["src/build.ts", ["--", "--dry-run"], /Unknown option --dry-run\./],
  ["src/build.ts", [""], /Unexpected argument ""/],
  ["src/build.ts", ["--=x"], /Unknown option/],
  ["src/check-workflows.ts", ["nowhere.yaml"], /FILE must be a file that exists, not "nowhere\.yaml"/],
  ["src/check-workflows.ts", ["."], /FILE must be/],
  ["src/check-workflows.ts", [""], /FILE must be/],
  ["src/check-workflows.ts", ["package.json", "b"], /Unexpected argument "b"/],
  ["src/check-workflows.ts", ["--hlep"], /Did you mean --help\?/],
  ["src/check-workflows.ts", ["--file", "x"], /Unknown option --file/],
  ["src/check-workflows.ts", ["-x"], /Unknown option -x/],
  ["src/check-workflows.ts", ["--help=1"], /takes no value/],
  ["src/report.ts", ["--bsae", "x"], /Did you mean --base\?/],
  ["src/report.ts", ["--base"], /--base needs a value/],
  ["src/report.ts", ["--base", "nowhere.yaml"], /--base must be a file that exists/],
  ["src/report.ts", ["--base="], /needs a value/],
  ["src/report.ts", ["nowhere.yaml"], /FILE must be/],
  ["src/report.ts", ["."], /FILE must be/],
  ["src/report.ts", ["package.json", "b"], /Unexpected argument "b"/],
  ["src/report.ts", ["--markdwon"], /Did you mean --markdown\?/],
];

test.each(usages)("%s refuses %j in one line, before it does anything", async (program, args, says) => {
  expect(await runProgram(new URL(`../${program}`, import.meta.url), args)).toEqual(wrongUsage(says));
});

test.each([...new Set(usages.map(([program]) => program))])("%s explains itself", async (program) => {
  const run = await runProgram(new URL(`../${program}`, import.meta.url), ["--help"]);
  expect(run).toMatchObject({
    exitCode: 0,
    stderr: "",
    stdout: expect.stringMatching(/Usage: .*Examples\n {2}/s),
  });
});
