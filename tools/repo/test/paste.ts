import { fileURLToPath } from "node:url";
import { runOrThrow } from "@compute-host/command-line/process";
import { hasProgram } from "@compute-host/command-line/testing";
import { test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** A test that pastes needs curl, because one of the lines calls it. */
export const withPaste = test.skipIf(!hasProgram("curl"));

/** The sentences after the lines for curl and after those for the client. */
const ends = { "with curl": "The same with the client", "with the client": "Check it with" };

/**
 * Pastes what `npm start` printed for another terminal, up to one of its sentences, into bash without the two variables
 * and colours; resolves to its output.
 *
 * @throws Error if a line is invalid or fails
 */
export async function paste(output: string, last: keyof typeof ends): Promise<string> {
  const [, shown = ""] = output.split("in this folder:\n");
  const [text = ""] = shown.split(ends[last]);
  // Removes the sentences between the commands.
  const script = text.replaceAll(/^[A-Z].*:$/gm, "");
  const { COMPUTE_HOST_URL: _url, COMPUTE_HOST_TOKEN: _token, FORCE_COLOR: _color, ...env } = process.env;
  const bash = (...args: readonly string[]) =>
    runOrThrow("bash", args, { cwd: root, inherited: env, input: script });
  await bash("-n");
  return bash("-e", "-u", "-o", "pipefail");
}
