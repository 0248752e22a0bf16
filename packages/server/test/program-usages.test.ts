import { runProgram, wrongUsage } from "@compute-host/command-line/testing";
import { expect, test } from "vitest";

const usages: readonly [program: string, args: string[], says: RegExp][] = [
  ["bench/main.ts", ["--quik"], /Did you mean --quick\?/],
  ["bench/main.ts", ["--quick=1"], /--quick takes no value/],
  ["bench/main.ts", ["--engine"], /--engine needs a value/],
  ["bench/main.ts", ["--engine", "mysql"], /--engine must be sqlite or postgres or both, not "mysql"/],
  ["bench/main.ts", ["--engine", "sqlit"], /Did you mean sqlite\?/],
  ["bench/main.ts", ["--engine", "sqlite", "--engine", "postgres"], /Give it once/],
  ["bench/main.ts", ["--engine="], /--engine needs a value/],
  ["bench/main.ts", ["stray"], /Unexpected argument "stray"/],
  ["bench/partitions.ts", ["100000"], /Unexpected argument "100000"/],
  ["bench/partitions.ts", ["--computers"], /needs a value/],
  ["bench/partitions.ts", ["--computers", "x"], /must be a multiple of 2500, not "x"/],
  ["bench/partitions.ts", ["--computers", "-2500"], /must be a multiple of 2500/],
  ["bench/partitions.ts", ["--computers", "0"], /must be/],
  ["bench/partitions.ts", ["--computers", "3"], /must be/],
  ["bench/partitions.ts", ["--computrs", "3"], /Did you mean --computers\?/],
  ["bench/partitions.ts", ["--computers", "2500", "--computers", "5000"], /Give it once/],
  ["cluster/main.ts", ["--prot", "1"], /Did you mean --port\?/],
  ["cluster/main.ts", ["--port"], /needs a value/],
  ["cluster/main.ts", ["--port", "x"], /--port must be a whole number from 0 to 65535/],
  ["cluster/main.ts", ["--port", "99999"], /--port must be/],
  ["cluster/main.ts", ["--data"], /needs a value/],
  ["cluster/main.ts", ["--data="], /needs a value/],
  ["cluster/main.ts", ["--data", "a", "--data", "b"], /Give it once/],
  ["cluster/main.ts", ["stray"], /Unexpected argument "stray"/],
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
