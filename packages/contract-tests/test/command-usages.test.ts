import { UsageError } from "@compute-host/command-line";
import { expect, test } from "vitest";
import { parseOptions } from "../src/cli/options.ts";
import { runCommand } from "../src/cli/run-command.ts";

const environment = { CONTRACT_BASE_URL: "", CONTRACT_TOKEN: "chk_a", CONTRACT_OTHER_TOKEN: "" };

/** The message of the usage error with which the command refuses its arguments. */
async function refusal(args: readonly string[], given: Record<string, string>): Promise<string> {
  const { stdout, stderr } = process;
  const io = { stdout, stderr, signal: AbortSignal.timeout(60_000) };
  const error = await Promise.resolve()
    .then(() => runCommand(parseOptions(args, given), io))
    .catch((error: unknown) => error);
  if (!(error instanceof UsageError)) throw error;
  expect(error.message).not.toContain("\n");
  return error.message;
}

test.each<[args: string[], says: RegExp]>([
  [["--base-ulr", "http://x"], /Did you mean --base-url\?/],
  [["--base-url"], /--base-url needs a value/],
  [["--base-url", "127.0.0.1:4010"], /"127\.0\.0\.1:4010" is not a URL: name the service with --base-url/],
  [["--base-url", "http://["], /is not a URL/],
  [[], /Name the service with --base-url/],
  [["--base-url", "http://127.0.0.1:1", "--seed", "x"], /--seed must be a whole number/],
  [["--base-url", "http://127.0.0.1:1", "--seed=-1"], /--seed must be a whole number/],
  [
    ["--base-url", "http://127.0.0.1:1", "--settle-ms", "soon"],
    /--settle-ms must be a number of milliseconds/,
  ],
  [["--base-url", "http://127.0.0.1:1", "--only", "("], /--only must be a regular expression/],
  [["--base-url", "http://127.0.0.1:1", "--only", "no case"], /matches no case/],
  [["--base-url", "http://127.0.0.1:1", "--require", "retries"], /--require must be all, or a share/],
  [["--base-url", "http://127.0.0.1:1", "--report", "junti=x.xml"], /Did you mean junit\?/],
  [
    ["--base-url", "http://127.0.0.1:1", "--report", "junit=no/such/folder.xml"],
    /must be a file in a folder that exists/,
  ],
  [["--base-url", "http://127.0.0.1:1", "--journal", "README.md"], /The journal README\.md cannot be read/],
  [["--base-url", "http://127.0.0.1:1", "--base-url", "http://127.0.0.1:2"], /Give it once/],
  [["--base-url", "http://127.0.0.1:1", "chk_secret"], /Do not pass credentials as arguments/],
  [["--base-url", "http://127.0.0.1:1", "stray"], /Unexpected argument stray/],
  [["--base-url", "http://127.0.0.1:1", "--disposable=1"], /does not take an argument/],
])("contract-tests refuses %j in one line, and sends nothing", async (args, says) => {
  expect(await refusal(args, environment)).toMatch(says);
});

test.each([
  [{ CONTRACT_BASE_URL: "nowhere" }, /"nowhere" is not a URL/],
  [{ CONTRACT_BASE_URL: "http://127.0.0.1:1" }, /Is the service running/],
  [{ CONTRACT_TOKEN: "" }, /Set CONTRACT_TOKEN/],
  [{ CONTRACT_TOKEN: "Bearer chk_a" }, /CONTRACT_TOKEN is the token alone: leave out "Bearer"\./],
  [{ CONTRACT_OTHER_TOKEN: "chk_a" }, /CONTRACT_OTHER_TOKEN is the same token as CONTRACT_TOKEN/],
])("contract-tests refuses the environment %j in one line", async (wrong, says) => {
  const right = { ...environment, CONTRACT_BASE_URL: "http://127.0.0.1:1" };
  expect(await refusal([], { ...right, ...wrong })).toMatch(says);
});
