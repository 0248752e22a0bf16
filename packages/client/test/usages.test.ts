import { runProgram, wrongUsage } from "@compute-host/command-line/testing";
import { expect, test } from "vitest";

const usages: readonly [program: string, args: string[], says: RegExp][] = [
  ["bench/run.ts", ["--hlep"], /Unknown option --hlep\. Did you mean --help\?/],
  ["bench/run.ts", ["--check-all"], /Unknown option --check-all\./],
  ["bench/run.ts", ["stray"], /Unexpected argument "stray"\. See .* --help\./],
  ["bench/run.ts", ["-x"], /Unknown option -x\./],
  ["bench/run.ts", ["--help=1"], /--help takes no value/],
  ["bench/run.ts", ["--", "--dry-run"], /Unknown option --dry-run\./],
  ["scripts/generate.ts", ["--chekc"], /Did you mean --check\?/],
  ["scripts/generate.ts", ["--check=1"], /--check takes no value/],
  ["scripts/generate.ts", ["--hlep"], /Unknown option --hlep\. Did you mean --help\?/],
  ["scripts/generate.ts", ["--check-all"], /Unknown option --check-all\./],
  ["scripts/generate.ts", ["stray"], /Unexpected argument "stray"\. See .* --help\./],
  ["scripts/generate.ts", ["-x"], /Unknown option -x\./],
  ["scripts/generate.ts", ["--help=1"], /--help takes no value/],
  ["scripts/generate.ts", ["--", "--dry-run"], /Unknown option --dry-run\./],
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
