import { expect, onTestFinished } from "vitest";
import { Workplace } from "./run-command.ts";

/** A workplace, and commands on its database or on that of the environment. */
export function openPlace(environment: Readonly<Record<string, string>> = {}) {
  const place = new Workplace();
  onTestFinished(() => place[Symbol.asyncDispose]());
  /** Runs a command line whose arguments have no spaces. */
  const run = (line: string, more: readonly string[]) =>
    place.run([...line.split(" "), ...more], { environment });
  return {
    place,
    environment,
    /** Runs a command that must succeed, and returns its output. */
    async does(line: string, ...more: readonly string[]): Promise<string> {
      const { exitCode, stdout, stderr } = await run(line, more);
      expect([line, exitCode, stderr]).toEqual([line, 0, expect.any(String)]);
      return stdout;
    },
    /** Runs a command that must fail, and returns its messages. */
    async fails(line: string, message: string | RegExp, exitCode = 1): Promise<string> {
      const result = await run(line, []);
      expect(result).toMatchObject({ exitCode, stdout: "", stderr: expect.stringMatching(message) });
      expect(result.stderr).not.toMatch(/^\s+at /m);
      return result.stderr;
    },
  };
}

/** A record for an import. */
export const computerRecord = (number: number, more: object = {}) =>
  JSON.stringify({
    id: `cmp_${number}`,
    name: `n${number}`,
    providerType: "byom",
    ownerId: "usr_ada",
    status: "active",
    ...more,
  });
