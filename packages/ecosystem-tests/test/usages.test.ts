import { runProgram, wrongUsage } from "@compute-host/command-line/testing";
import { expect, test } from "vitest";

const usages: readonly [program: string, args: string[], says: RegExp][] = [
  ["src/docs/write-docs-data.ts", ["--hlep"], /Unknown option --hlep\. Did you mean --help\?/],
  ["src/docs/write-docs-data.ts", ["--check-all"], /Unknown option --check-all\./],
  ["src/docs/write-docs-data.ts", ["stray"], /Unexpected argument "stray"\. See .* --help\./],
  ["src/docs/write-docs-data.ts", ["-x"], /Unknown option -x\./],
  ["src/docs/write-docs-data.ts", ["--help=1"], /--help takes no value/],
  ["src/docs/write-docs-data.ts", ["--", "--dry-run"], /Unknown option --dry-run\./],
  ["src/docs/write-docs-data.ts", [""], /Unexpected argument ""/],
  ["src/docs/write-docs-data.ts", ["--=x"], /Unknown option/],
  ["bench/docs-paint.ts", ["5"], /Unexpected argument "5"/],
  ["bench/docs-paint.ts", ["--rnus", "1"], /Did you mean --runs\?/],
  ["bench/docs-paint.ts", ["--runs"], /needs a value/],
  ["bench/docs-paint.ts", ["--runs", "0"], /--runs must be a whole number from 1 to 1000/],
  ["bench/docs-paint.ts", ["--runs", "x"], /must be/],
  ["bench/docs-paint.ts", ["--installed", "nowhere"], /--installed must be a folder with redoc/],
  ["bench/docs-paint.ts", ["--installed="], /needs a value/],
  ["bench/docs-paint.ts", ["--runs", "1", "--runs", "2"], /Give it once/],
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
