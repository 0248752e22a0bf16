import { expect, test } from "vitest";
import { runCommand } from "../src/cli/run-command.ts";

const environment = { CONTRACT_BASE_URL: "http://127.0.0.1:1", CONTRACT_TOKEN: "chk_a" };

/** The message of the usage error with which the command refuses its arguments. */
async function refusal(args: readonly string[], given: Record<string, string>): Promise<string> {
  const { stdout, stderr } = process;
  const io = { stdout, stderr, signal: AbortSignal.timeout(60_000) };
  const error = await runCommand(args, given, io).catch((error: unknown) => error);
  // The build has its own copy of the class.
  if (!(error instanceof Error && error.name === "UsageError")) throw error;
  expect(error.message).not.toContain("\n");
  return error.message;
}

test.each<[args: string[], says: RegExp]>([
  [["--base-ulr", "http://x"], /Did you mean --base-url\?/],
  [["--base-url"], /--base-url needs a value/],
  [["--base-url", "127.0.0.1:4010"], /"127\.0\.0\.1:4010" is not a URL: name the service with --base-url/],
  [["--base-url", "http://["], /is not a URL/],
  [["--seed", "x"], /--seed must be a whole number/],
  [["--seed=-1"], /--seed must be a whole number/],
  [["--settle-ms", "soon"], /--settle-ms must be a number of milliseconds/],
  [["--only", "("], /--only must be a regular expression/],
  [["--only", "no case"], /matches no case/],
  [["--require", "retries"], /--require must be all, or a share/],
  [["--report", "junti=x.xml"], /Did you mean junit\?/],
  [["--report", "junit=no/such/folder.xml"], /must be a file in a folder that exists/],
  [["--journal", "README.md"], /The journal README\.md cannot be read/],
  [["--seed=1", "--seed=2"], /Give it once/],
  [["--require=101%"], /--require must be all, or a share such as 80%, not "101%"/],
  [["chk_secret"], /Do not pass credentials as arguments/],
  [["stray"], /Unexpected argument stray/],
  [["--disposable=1"], /does not take an argument/],
])("contract-tests refuses %j in one line, and sends nothing", async (args, says) => {
  expect(await refusal(args, environment)).toMatch(says);
});

test.each([
  [{ CONTRACT_BASE_URL: "" }, /Name the service with --base-url/],
  [{ CONTRACT_BASE_URL: "nowhere" }, /"nowhere" is not a URL/],
  [{ CONTRACT_BASE_URL: "http://127.0.0.1/?tenant=a" }, /--base-url must not have a query/],
  [{ CONTRACT_BASE_URL: "http://127.0.0.1/#a" }, /--base-url must not have a fragment/],
  [{ CONTRACT_BASE_URL: "http://ada:pa55@127.0.0.1" }, /^(?!.*pa55).*--base-url must not have credentials/],
  [{}, /Is the service running/],
  [{ CONTRACT_TOKEN: "" }, /Set CONTRACT_TOKEN/],
  [{ CONTRACT_TOKEN: "Bearer chk_a" }, /CONTRACT_TOKEN is only the token: leave out "Bearer"\./],
  [{ CONTRACT_OTHER_TOKEN: "chk_a" }, /CONTRACT_OTHER_TOKEN is the same token as CONTRACT_TOKEN/],
])("contract-tests refuses the environment %j in one line", async (wrong, says) => {
  expect(await refusal([], { ...environment, ...wrong })).toMatch(says);
});
