import { expect, onTestFinished } from "vitest";
import { Workplace } from "./run-command.ts";

/** A workplace, and commands on its database, which is another one if the environment says so. */
export function openPlace(environment: Readonly<Record<string, string>> = {}) {
  const place = new Workplace();
  onTestFinished(() => place[Symbol.asyncDispose]());
  const run = (line: string, more: readonly string[]) =>
    place.run([...line.split(" "), ...more], { environment });
  return {
    place,
    environment,
    /** Runs a command that succeeds, and gives what it printed. */
    async does(line: string, ...more: readonly string[]): Promise<string> {
      const { exitCode, stdout, stderr } = await run(line, more);
      expect([line, exitCode, stderr]).toEqual([line, 0, expect.any(String)]);
      return stdout;
    },
    /** Runs a command that fails, and gives what it said. */
    async fails(line: string, message: string | RegExp, exitCode = 1): Promise<string> {
      const result = await run(line, []);
      expect(result).toMatchObject({ exitCode, stdout: "", stderr: expect.stringMatching(message) });
      expect(result.stderr).not.toMatch(/^\s+at /m);
      return result.stderr;
    },
  };
}

/** A record of an import. */
export const computerRecord = (number: number, more: object = {}) =>
  JSON.stringify({
    ...{ id: `cmp_${number}`, name: `n${number}`, providerType: "byom" },
    ...{ ownerId: "usr_ada", status: "active", ...more },
  });
