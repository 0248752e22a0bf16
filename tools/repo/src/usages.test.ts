import { runProgram, wrongUsage } from "@compute-host/command-line/testing";
import { expect, test } from "vitest";

const usages: readonly [program: string, args: string[], says: RegExp][] = [
  ["checks/write-readme-programs.ts", ["--chekc"], /Did you mean --check\?/],
  ["checks/write-readme-programs.ts", ["--check=1"], /--check takes no value/],
  ["checks/write-readme-programs.ts", ["--hlep"], /Unknown option --hlep\. Did you mean --help\?/],
  ["checks/write-readme-programs.ts", ["--check-all"], /Unknown option --check-all\./],
  ["checks/write-readme-programs.ts", ["stray"], /Unexpected argument "stray"\. See .* --help\./],
  ["checks/write-readme-programs.ts", ["-x"], /Unknown option -x\./],
  ["checks/write-readme-programs.ts", ["--help=1"], /--help takes no value/],
  ["checks/write-readme-programs.ts", ["--", "--dry-run"], /Unknown option --dry-run\./],
  ["checks/check-workspace.ts", ["--hlep"], /Unknown option --hlep\. Did you mean --help\?/],
  ["checks/check-workspace.ts", ["--check-all"], /Unknown option --check-all\./],
  ["checks/check-workspace.ts", ["stray"], /Unexpected argument "stray"\. See .* --help\./],
  ["checks/check-workspace.ts", ["-x"], /Unknown option -x\./],
  ["checks/check-workspace.ts", ["--help=1"], /--help takes no value/],
  ["checks/check-workspace.ts", ["--", "--dry-run"], /Unknown option --dry-run\./],
  ["checks/check-workspace.ts", [""], /Unexpected argument ""/],
  ["checks/check-workspace.ts", ["--=x"], /Unknown option/],
  ["release/check-version.ts", ["--hlep"], /Unknown option --hlep\. Did you mean --help\?/],
  ["release/check-version.ts", ["--check-all"], /Unknown option --check-all\./],
  ["release/check-version.ts", ["stray"], /Unexpected argument "stray"\. See .* --help\./],
  ["release/check-version.ts", ["-x"], /Unknown option -x\./],
  ["release/check-version.ts", ["--help=1"], /--help takes no value/],
  ["release/check-version.ts", ["--", "--dry-run"], /Unknown option --dry-run\./],
  ["release/check-version.ts", [""], /Unexpected argument ""/],
  ["release/check-version.ts", ["--=x"], /Unknown option/],
  ["release/check-consumers.ts", ["--hlep"], /Unknown option --hlep\. Did you mean --help\?/],
  ["release/check-consumers.ts", ["--check-all"], /Unknown option --check-all\./],
  ["release/check-consumers.ts", ["stray"], /Unexpected argument "stray"\. See .* --help\./],
  ["release/check-consumers.ts", ["-x"], /Unknown option -x\./],
  ["release/check-consumers.ts", ["--help=1"], /--help takes no value/],
  ["release/check-consumers.ts", ["--", "--dry-run"], /Unknown option --dry-run\./],
  ["release/check-consumers.ts", [""], /Unexpected argument ""/],
  ["release/check-consumers.ts", ["--=x"], /Unknown option/],
  ["workflows/lint-workflows.ts", ["--hlep"], /Unknown option --hlep\. Did you mean --help\?/],
  ["workflows/lint-workflows.ts", ["--check-all"], /Unknown option --check-all\./],
  ["workflows/lint-workflows.ts", ["stray"], /Unexpected argument "stray"\. See .* --help\./],
  ["workflows/lint-workflows.ts", ["-x"], /Unknown option -x\./],
  ["workflows/lint-workflows.ts", ["--help=1"], /--help takes no value/],
  ["workflows/lint-workflows.ts", ["--", "--dry-run"], /Unknown option --dry-run\./],
  ["workflows/lint-workflows.ts", [""], /Unexpected argument ""/],
  ["workflows/lint-workflows.ts", ["--=x"], /Unknown option/],
  ["release/move-version.ts", ["x"], /VERSION must be a version such as 0\.2\.0, not "x"/],
  ["release/move-version.ts", ["1.2"], /VERSION must be/],
  ["release/move-version.ts", ["v1.0.0"], /VERSION must be/],
  ["release/move-version.ts", [""], /VERSION must be/],
  ["release/move-version.ts", ["0.2.0", "0.3.0"], /Unexpected argument "0\.3\.0"/],
  ["release/move-version.ts", ["--hlep"], /Did you mean --help\?/],
  ["release/move-version.ts", ["--version", "0.2.0"], /Unknown option --version/],
  ["release/move-version.ts", ["-v"], /Unknown option -v/],
];

test.each(usages)("%s refuses %j in one line, before it does anything", async (program, args, says) => {
  expect(await runProgram(new URL(`./${program}`, import.meta.url), args)).toEqual(wrongUsage(says));
});

test.each([...new Set(usages.map(([program]) => program))])("%s explains itself", async (program) => {
  const run = await runProgram(new URL(`./${program}`, import.meta.url), ["--help"]);
  expect(run).toMatchObject({
    exitCode: 0,
    stderr: "",
    stdout: expect.stringMatching(/Usage: .*Examples\n {2}/s),
  });
});
