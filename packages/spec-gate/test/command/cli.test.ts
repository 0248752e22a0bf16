import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runProcess, StartedProcess } from "@compute-host/command-line/process";
import { beforeAll, describe, expect, test } from "vitest";
import { descriptionOf, object } from "../api.ts";
import { temporaryFiles } from "../temporary-files.ts";
import { runCli } from "./run-cli.ts";

const { folder, write } = temporaryFiles();

const specGate = (args: readonly string[], cwd = folder) => runCli(args, cwd);

const string = { type: "string" };
const base = write("base.json", descriptionOf({ response: object({ a: string, b: string }) }));
const breaking = write("breaking.json", descriptionOf({ response: object({ a: string }) }));
const adding = write("adding.json", descriptionOf({ response: object({ a: string, b: string, c: string }) }));
const dangling = write(
  "dangling.json",
  descriptionOf({ response: { $ref: "#/components/schemas/Nothing" } }),
);
const garbled = write("garbled.yaml", "openapi: 3.1.0\n  info: [");
const other = write("other.yaml", "swagger: '2.0'\n");

describe("spec-gate diff", () => {
  test("exits with 1 and says what breaks, for whom, and what to do instead", async () => {
    const { code, stdout } = await specGate(["diff", base, breaking]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/POST \/things\/\{thingId\} › response 200 › application\/json › b/);
    expect(stdout).toMatch(/breaks readers; instead: keep it/);
    expect(stdout).toMatch(/response-property-removed at .*breaking\.json:\d+:\d+/);
  });

  test.each([
    ["a file that is not there", ["nowhere.yaml", base]],
    ["a revision that is not there", [base, "nowhere.yaml"]],
    ["a file that is not YAML", [base, garbled]],
    ["a file that is not OpenAPI 3", [base, other]],
    ["a reference that does not resolve", [base, dangling]],
    ["no base", []],
    ["a git ref that is not there", ["--base-ref", "nothing", base]],
    ["an unknown option", [base, base, "--nonsense"]],
  ])("exits with 2 and one clear line on %s", async (_name, args) => {
    const { code, stdout, stderr } = await specGate(["diff", ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^spec-gate: [^\n]+\n$/);
  });

  test("judges versions that are not semantic, and says that it did not check them", async () => {
    const odd = write("odd.json", { ...descriptionOf({}), info: { title: "T", version: "v71" } });
    expect(await specGate(["check", odd, "--base", odd])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("info.version is not checked: v71 is not a semantic version."),
    });
  });

  test.each([
    ["swagger: '2.0'\n", /is Swagger 2\.0; convert it to OpenAPI 3 first/],
    ["openapi: 3.2\n", /gives its openapi version as a number; write it as text .* "3\.2\.0"/],
  ])("says what to do with %j", async (text, says) => {
    const { code, stderr } = await specGate(["diff", write("old.yaml", text), base]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(says) });
  });

  test("prints its help", async () => {
    const { code, stdout } = await specGate(["--help"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Examples\n {2}spec-gate diff/);
  });
});

describe("the published command", () => {
  const built = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
  beforeAll(() => {
    if (!existsSync(built)) throw new Error(`${built} is missing: run pnpm build`);
  });

  test.each([
    [["diff", base, adding], { exitCode: 0, stdout: /Not breaking/, stderr: /^$/ }],
    [["diff", base, breaking], { exitCode: 1, stdout: /breaks readers/, stderr: /^$/ }],
    [["diff", base, garbled], { exitCode: 2, stdout: /^$/, stderr: /^spec-gate: [^\n]+\n$/ }],
  ])("answers with its exit code and streams: %j", async (args, { exitCode, stdout, stderr }) => {
    expect(await runProcess(process.execPath, [built, ...args])).toMatchObject({
      exitCode,
      stdout: expect.stringMatching(stdout),
      stderr: expect.stringMatching(stderr),
    });
  });

  test("keeps its exit code if the reader of its output is gone", async () => {
    const run = new StartedProcess(process.execPath, [built, "diff", base, breaking]);
    run.child.stdout?.destroy();
    expect(await run.ended).toMatchObject({ exitCode: 1, signal: null, stderr: "" });
  });
});

const spec = "api.yaml";

test.each<[args: string[], says: RegExp]>([
  [[], /Name a command: check, diff, format, rules, base/],
  [["dif"], /Unknown command dif\. Did you mean diff\?/],
  [["diff", spec, spec, "--format", "jsn"], /Unknown format jsn\. Did you mean json\?/],
  [
    ["diff", spec, spec, "--accept", "--until", "soon"],
    /--until must be a version such as 2\.0\.0 or a date/,
  ],
  [["rules", "--witness"], /rules takes no option --witness; it is one of check and diff/],
  [["diff", spec, spec, "--reason", "r"], /--reason and --until need --accept/],
  [["check", spec, "--base", spec, "--base-ref", "main"], /--base excludes --base-ref/],
  [["diff", "a", "b", "c"], /Unexpected argument "c"/],
  [["format"], /no report given/],
  [["format", "package.json"], /is not a spec-gate report/],
  [["rules", "x"], /Unexpected argument "x"/],
])("spec-gate refuses %j in one line, and runs nothing", async (args, says) => {
  const { code, stdout, stderr } = await runCli(args, process.cwd());
  expect({ code, stdout, lines: stderr.split("\n").length - 1 }).toEqual({ code: 2, stdout: "", lines: 1 });
  expect(stderr).toMatch(says);
});
