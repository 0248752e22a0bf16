import { runProgram, wrongUsage } from "@compute-host/command-line/testing";
import { expect, test } from "vitest";

const usages: readonly [program: string, args: string[], says: RegExp][] = [
  ["src/generate/generate.ts", ["--chekc"], /Did you mean --check\?/],
  ["src/generate/generate.ts", ["--check=1"], /--check takes no value/],
  ["src/generate/generate.ts", ["--hlep"], /Unknown option --hlep\. Did you mean --help\?/],
  ["src/generate/generate.ts", ["--check-all"], /Unknown option --check-all\./],
  ["src/generate/generate.ts", ["stray"], /Unexpected argument "stray"\. See .* --help\./],
  ["src/generate/generate.ts", ["-x"], /Unknown option -x\./],
  ["src/generate/generate.ts", ["--help=1"], /--help takes no value/],
  ["src/generate/generate.ts", ["--", "--dry-run"], /Unknown option --dry-run\./],
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
