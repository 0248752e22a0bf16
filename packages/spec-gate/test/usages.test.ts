import { runProgram, wrongUsage } from "@compute-host/command-line/testing";
import { expect, test } from "vitest";

const usages: readonly [program: string, args: string[], says: RegExp][] = [
  ["src/write-policies.ts", ["--chekc"], /Did you mean --check\?/],
  ["src/write-policies.ts", ["--check=1"], /--check takes no value/],
  ["src/write-policies.ts", ["--hlep"], /Unknown option --hlep\. Did you mean --help\?/],
  ["src/write-policies.ts", ["--check-all"], /Unknown option --check-all\./],
  ["src/write-policies.ts", ["stray"], /Unexpected argument "stray"\. See .* --help\./],
  ["src/write-policies.ts", ["-x"], /Unknown option -x\./],
  ["src/write-policies.ts", ["--help=1"], /--help takes no value/],
  ["src/write-policies.ts", ["--", "--dry-run"], /Unknown option --dry-run\./],
  ["mutations/report.ts", ["--wriet"], /Did you mean --write\?/],
  ["mutations/report.ts", ["--write=1"], /--write takes no value/],
  ["mutations/report.ts", ["--hlep"], /Unknown option --hlep\. Did you mean --help\?/],
  ["mutations/report.ts", ["--check-all"], /Unknown option --check-all\./],
  ["mutations/report.ts", ["stray"], /Unexpected argument "stray"\. See .* --help\./],
  ["mutations/report.ts", ["-x"], /Unknown option -x\./],
  ["mutations/report.ts", ["--help=1"], /--help takes no value/],
  ["mutations/report.ts", ["--", "--dry-run"], /Unknown option --dry-run\./],
  ["corpus/differential.ts", ["--wriet"], /Did you mean --write\?/],
  ["corpus/differential.ts", ["--write=1"], /--write takes no value/],
  ["corpus/differential.ts", ["--hlep"], /Unknown option --hlep\. Did you mean --help\?/],
  ["corpus/differential.ts", ["--check-all"], /Unknown option --check-all\./],
  ["corpus/differential.ts", ["stray"], /Unexpected argument "stray"\. See .* --help\./],
  ["corpus/differential.ts", ["-x"], /Unknown option -x\./],
  ["corpus/differential.ts", ["--help=1"], /--help takes no value/],
  ["corpus/differential.ts", ["--", "--dry-run"], /Unknown option --dry-run\./],
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
