import { runProgram, wrongUsage } from "@compute-host/command-line/testing";
import { expect, test } from "vitest";

const usages: readonly [program: string, args: string[], says: RegExp][] = [
  ["fuzz/main.ts", ["--sede", "1"], /Unknown option --sede\. Did you mean --seed\?/],
  ["fuzz/main.ts", ["--seed"], /--seed needs a value/],
  ["fuzz/main.ts", ["--seed", "--requests"], /--seed needs a value/],
  ["fuzz/main.ts", ["--seed", "x"], /--seed must be a whole number of at least 0, not "x"/],
  ["fuzz/main.ts", ["--seed="], /--seed needs a value/],
  ["fuzz/main.ts", ["--requests", "-1"], /--requests must be a whole number of at least 1, not "-1"/],
  [
    "fuzz/main.ts",
    ["--requests", "5", "--requests", "6"],
    /--requests is given as 5 and as 6\. Give it once/,
  ],
  ["fuzz/main.ts", ["stray"], /Unexpected argument "stray"\. See pnpm fuzz --help/],
  ["mutants/mutants.ts", ["--onyl", "x"], /Did you mean --only\?/],
  ["mutants/mutants.ts", ["--only"], /--only needs a value/],
  ["mutants/mutants.ts", ["--only", "("], /--only must be a regular expression that matches/],
  ["mutants/mutants.ts", ["--only", "nothing-has-this"], /--only must be/],
  ["mutants/mutants.ts", ["--workers", "0"], /--workers must be a whole number from 1 to 64, not "0"/],
  ["mutants/mutants.ts", ["--json", "no/such/folder.json"], /--json must be a file in a folder that exists/],
  ["mutants/mutants.ts", ["--fresh=1"], /--fresh takes no value/],
  ["mutants/mutants.ts", ["stray"], /Unexpected argument "stray"/],
  ["reference/serve.ts", ["--bgu", "x"], /Did you mean --bug\?/],
  ["reference/serve.ts", ["--bug"], /--bug needs a value/],
  [
    "reference/serve.ts",
    ["--bug", "list-oldest-frist"],
    /--bug must be a bug that --list shows.* Did you mean list-oldest-first\?/,
  ],
  ["reference/serve.ts", ["--variant", "x"], /--variant must be a variant that --list shows/],
  ["reference/serve.ts", ["--port", "x"], /--port must be a whole number from 0 to 65535, not "x"/],
  ["reference/serve.ts", ["--port", "99999"], /--port must be/],
  ["reference/serve.ts", ["--install-ms", "-1"], /--install-ms must be/],
  ["reference/serve.ts", ["stray"], /Unexpected argument "stray"/],
  ["test/conformance/write-conformance.ts", ["--hlep"], /Unknown option --hlep\. Did you mean --help\?/],
  ["test/conformance/write-conformance.ts", ["--check-all"], /Unknown option --check-all\./],
  ["test/conformance/write-conformance.ts", ["stray"], /Unexpected argument "stray"\. See .* --help\./],
  ["test/conformance/write-conformance.ts", ["-x"], /Unknown option -x\./],
  ["test/conformance/write-conformance.ts", ["--help=1"], /--help takes no value/],
  ["test/conformance/write-conformance.ts", ["--", "--dry-run"], /Unknown option --dry-run\./],
  ["test/conformance/write-conformance.ts", [""], /Unexpected argument ""/],
  ["test/conformance/write-conformance.ts", ["--=x"], /Unknown option/],
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
