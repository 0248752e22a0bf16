import { expect, test } from "vitest";
import { runProgram } from "../src/cli/program.ts";

/** Nothing but one line on standard error, and exit code 2. */
const wrongUsage = (message: RegExp) => ({
  exitCode: 2,
  stdout: "",
  stderr: expect.stringMatching(new RegExp(`^(?=.*${message.source})[^\\n]+\\n$`, "m")),
});

async function run(args: readonly string[], environment: Record<string, string> = {}) {
  const written = { stdout: "", stderr: "" };
  const exitCode = await runProgram(args, "1.0.0", {
    // A command that went on to the database would fail with another message.
    environment: { COMPUTE_HOST_DATABASE_URL: "sqlite:/nowhere/at/all.db", ...environment },
    writeOutput(text) {
      written.stdout += text;
    },
    writeNote(text) {
      written.stderr += text;
    },
  });
  return { exitCode, ...written };
}

test.each<[args: string[], says: RegExp]>([
  [[], /Name a command: serve, computers, keys/],
  [["srve"], /Unknown command srve\. Did you mean serve\?/],
  [["help", "nothing"], /Name a command/],
  [["serve", "--prot", "1"], /^compute-host: Unknown option --prot\. Did you mean --port\?$/m],
  [["serve", "--port"], /--port <number> argument missing\. See compute-host serve --help\./],
  [["serve", "--port", "x"], /It must be a whole number from 0 to 65535|65535/],
  [["serve", "--port", "0", "--port", "1"], /is given as 0 and as 1\. Give it once/],
  [["serve", "--host", ""], /--host <address> must not be empty/],
  [["serve", "extra"], /Too many arguments/],
  [["keys"], /Name a command: create, list, revoke/],
  [["keys", "create"], /Required option --owner <id> not specified/],
  [["keys", "create", "--ownr", "a"], /Unknown option --ownr\. Did you mean --owner\?/],
  [["keys", "create", "--owner", "a", "--kind", "usr"], /Allowed choices are user, service_account/],
  [["keys", "create", "--owner", "a", "--expires", "soon"], /must be a duration such as 12h/],
  [["keys", "create", "--owner", "a", "--owner", "b"], /Give it once/],
  [["keys", "revoke"], /Missing required argument id/],
  [["keys", "list", "--jsn"], /Did you mean --json\?/],
  [["computers", "lst"], /Did you mean list\?/],
  [["computers", "create", "--owner", "a"], /Required option --name <name> not specified/],
  [["computers", "list", "--owner", ""], /must not be empty/],
  [["computers", "retry"], /Missing required argument id/],
  [["computers", "retry", "x", "--from"], /--from <step> argument missing/],
  [["computers", "delete", "a", "b"], /Too many arguments/],
  [["computers", "import"], /Missing required argument file/],
  [["nodes", "--jsno"], /Did you mean --json\?/],
  [["backup", "--jsno", "x"], /Did you mean --json\?/],
  [["restore", "--overwite", "x"], /Did you mean --overwrite\?/],
  [["copy", "a"], /Missing required argument to/],
  [["copy", "a", "b", "c"], /Too many arguments/],
])("compute-host refuses %j in one line", async (args, says) => {
  expect(await run(args)).toEqual(wrongUsage(says));
});

test.each<[args: string[], environment: Record<string, string>, says: RegExp]>([
  [["serve", "--sandbox"], { COMPUTE_HOST_PORT: "x" }, /COMPUTE_HOST_PORT must be/],
  [["serve"], {}, /COMPUTE_HOST_PROVISIONER must be set/],
  [["serve", "--sandbox"], { COMPUTE_HOST_PROT: "1" }, /did you mean COMPUTE_HOST_PORT\?/],
  [["keys", "list"], { COMPUTE_HOST_DATABASE_URL: "nowhere" }, /COMPUTE_HOST_DATABASE_URL must be/],
])("compute-host %j refuses the environment %j in one line", async (args, environment, says) => {
  expect(await run(args, environment)).toEqual(wrongUsage(says));
});
