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
  ["src/check-redocly.ts", ["--hlep"], /Unknown option --hlep\. Did you mean --help\?/],
  ["src/check-redocly.ts", ["--check-all"], /Unknown option --check-all\./],
  ["src/check-redocly.ts", ["stray"], /Unexpected argument "stray"\. See .* --help\./],
  ["src/check-redocly.ts", ["-x"], /Unknown option -x\./],
  ["src/check-redocly.ts", ["--help=1"], /--help takes no value/],
  ["src/check-redocly.ts", ["--", "--dry-run"], /Unknown option --dry-run\./],
  ["src/check-redocly.ts", [""], /Unexpected argument ""/],
  ["src/check-redocly.ts", ["--=x"], /Unknown option/],
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
