import { fileURLToPath } from "node:url";
import { runOrThrow } from "@compute-host/command-line/process";
import { hasProgram } from "@compute-host/command-line/testing";
import { test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Tests that paste: one of the lines is for curl. */
export const withPaste = test.skipIf(!hasProgram("curl"));

/**
 * Pastes what `npm start` printed for another terminal into bash, which has neither of the two variables, nor colours; resolves to
 * what that prints. The last two lines install and generate; `tools/consumer-tests` pastes them in a clone.
 *
 * @throws Error if a line is not valid, or one of them fails
 */
export async function paste(output: string): Promise<string> {
  const [, text = ""] = /in this folder:\n([\s\S]*)Check it with/.exec(output) ?? [];
  // What is left are the sentences between the commands.
  const script = text.replaceAll(/^[A-Z].*:$/gm, "");
  const { COMPUTE_HOST_URL: _url, COMPUTE_HOST_TOKEN: _token, FORCE_COLOR: _color, ...env } = process.env;
  const bash = (...args: readonly string[]) =>
    runOrThrow("bash", args, { cwd: root, inherited: env, input: script });
  await bash("-n");
  return bash("-e", "-u", "-o", "pipefail");
}
