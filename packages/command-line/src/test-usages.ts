import { expect, test } from "vitest";
import { runProgram, wrongUsage } from "./run-program.ts";

/** Arguments that a program refuses, and what it says. */
export type WrongUsage = readonly [args: readonly string[], says: RegExp];

/** What every program refuses. */
const always: readonly WrongUsage[] = [
  [["--hlep"], /Unknown option --hlep\. Did you mean --help\?/],
  [["--nothing-like-it"], /Unknown option --nothing-like-it\. See .* --help\./],
  [["-x"], /Unknown option -x\./],
  [["--help=1"], /--help takes no value/],
  [["--", "--dry-run"], /Unknown option --dry-run\./],
  [["--=x"], /Unknown option/],
];
/** What a program refuses that takes options alone. */
const withoutArguments: readonly WrongUsage[] = [
  [["stray"], /Unexpected argument "stray"\. See .* --help\./],
  [[""], /Unexpected argument ""/],
];

/**
 * Tests that programs explain themselves, and refuse wrong usages in one line before they do anything.
 *
 * @param folder that of the programs
 * @param programs what each refuses besides the usages that are wrong everywhere
 */
export function testUsages(
  folder: URL,
  programs: Readonly<
    Record<string, { readonly takesArguments?: boolean; readonly refuses?: readonly WrongUsage[] }>
  >,
): void {
  const usages = Object.entries(programs).flatMap(([program, { takesArguments, refuses = [] }]) =>
    [...always, ...(takesArguments ? [] : withoutArguments), ...refuses].map(
      ([args, says]): [string, readonly string[], RegExp] => [program, args, says],
    ),
  );

  test.each(usages)("%s refuses %j in one line, before it does anything", async (program, args, says) => {
    expect(await runProgram(new URL(program, folder), args)).toEqual(wrongUsage(says));
  });

  test.each(Object.keys(programs))("%s explains itself", async (program) => {
    expect(await runProgram(new URL(program, folder), ["--help"])).toMatchObject({
      exitCode: 0,
      stderr: "",
      stdout: expect.stringMatching(/Usage: .*Examples\n {2}/s),
    });
  });
}
