import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runProcess, StartedProcess } from "@compute-host/command-line/process";
import { beforeAll, describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { descriptionOf, object } from "../api.ts";
import { temporaryFiles } from "../temporary-files.ts";
import { runCli } from "./run-cli.ts";

const { folder, write } = temporaryFiles();

const string = { type: "string" };
const base = write("base.json", descriptionOf({ response: object({ a: string, b: string }) }));
const breaking = write("breaking.json", descriptionOf({ response: object({ a: string }) }));
const garbled = write("garbled.yaml", "openapi: 3.1.0\n  info: [");
const swagger = write("swagger.yaml", "swagger: '2.0'\n");
const inLatin1 = (name: string, text: string): string => {
  const file = write(name, "");
  writeFileSync(file, text, "latin1");
  return file;
};
const jsonInLatin1 = inLatin1("latin1.json", '{ "openapi": "3.1.0",\n"x-né": 1 }\n');
const yamlInLatin1 = inLatin1("latin1.yaml", "openapi: 3.1.0\ninfo: {}\nx-nè: 1\n");
const numbered = write("numbered.yaml", "openapi: 3.2\n");

describe("spec-gate diff", () => {
  test("exits with 1 and says what breaks, for whom, and what to do instead", async () => {
    const { code, stdout } = await runCli(["diff", base, breaking], folder);
    expect(code).toBe(1);
    expect(stdout).toMatch(/POST \/things\/\{thingId\} › response 200 › application\/json › b/);
    expect(stdout).toMatch(/breaks readers; instead: keep it/);
    expect(stdout).toMatch(/response-property-removed at .*breaking\.json:\d+:\d+/);
  });

  test("reads a nullable that is left over where 3.0 becomes 3.1 as null", async () => {
    const parts = {
      request: object({
        a: { type: "string", nullable: true },
        b: { $ref: "#/components/schemas/B", nullable: true },
        c: { allOf: [{ $ref: "#/components/schemas/B" }], nullable: true },
      }),
      schemas: { B: { type: "string" } },
    };
    const old = write("nullable-3.0.json", descriptionOf({ ...parts, openapi: "3.0.3" }));
    const converted = write("nullable-3.1.json", descriptionOf({ ...parts, openapi: "3.1.0" }));
    const { code, stdout } = await runCli(["diff", old, converted], folder);
    expect(code, stdout).toBe(0);
  });

  test("judges versions that are not semantic, and says that it did not check them", async () => {
    const odd = write("odd.json", { ...descriptionOf({}), info: { title: "T", version: "v71" } });
    expect(await runCli(["check", odd, "--base", odd], folder)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("info.version is not checked: v71 is not a semantic version."),
    });
  });
});

test("a description without a verdict gets a report where programs read it", async () => {
  const { code, stdout } = await runCli(["diff", base, garbled, "--format", "json"], folder);
  expect([code, JSON.parse(stdout)]).toMatchObject([2, { exitCode: 2, errorAt: { line: 2 } }]);
  expect(await runCli(["diff", base, garbled, "--format", "github-actions"], folder)).toMatchObject({
    code: 2,
    stdout: expect.stringMatching(/^::error file=.*garbled\.yaml,line=2,title=Spec gate::No verdict: /),
  });
});

test("spec-gate format - reads the report from standard input", async () => {
  const { stdout: report } = await runCli(["diff", base, breaking, "--format", "json"], folder);
  const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
  const args = [cli, "format", "-", "--format", "markdown"];
  expect(await runProcess(process.execPath, args, { input: "" })).toMatchObject({
    exitCode: 2,
    stderr: "spec-gate: standard input cannot be read as a report: it is not JSON\n",
  });
  expect(await runProcess(process.execPath, args, { input: report })).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining("## API changes"),
    stderr: "",
  });
});

describe("the published command", () => {
  const built = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
  beforeAll(() => {
    if (!existsSync(built)) throw new Error(`${built} is missing: run pnpm build`);
  });

  test("prints the version of its package", async () => {
    expect(await runProcess(process.execPath, [built, "--version"])).toMatchObject({
      exitCode: 0,
      stdout: `${packageJson.version}\n`,
      stderr: "",
    });
  });

  test("has no verdict with exit code 2 and one line on standard error", async () => {
    expect(await runProcess(process.execPath, [built, "diff", base, garbled])).toMatchObject({
      exitCode: 2,
      stdout: "",
      stderr: expect.stringMatching(/^spec-gate: [^\n]+\n$/),
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
  [[], /Name a command: check, diff, format, rules\./],
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
  [["format", base], /is not a spec-gate report/],
  [["diff", "-", base], /^spec-gate: - is standard input, which only format reads: name a file\n$/],
  [["diff", base, "-"], /^spec-gate: - is standard input, which only format reads: name a file\n$/],
  [["check", "-"], /^spec-gate: - is standard input, which only format reads: name a file\n$/],
  [["rules", "x"], /Unexpected argument "x"/],
  [["diff", "--base-ref", "main", base], /is not in a git repository: name the base with --base/],
  [["diff", "nowhere.yaml", base], /nowhere\.yaml cannot be read: there is no such file/],
  [["diff", base, "nowhere.yaml"], /nowhere\.yaml cannot be read: there is no such file/],
  [["diff", ".", base], /cannot be read: it is not a file$/m],
  [
    ["diff", base, "."],
    /base\.json is the base of one description, not of the \d+ in \.; name one, or use --base-ref/,
  ],
  [["diff", base, garbled], /garbled\.yaml:2 is neither YAML nor JSON/],
  [["diff", jsonInLatin1, base], /latin1\.json:2 is not UTF-8: save the file as UTF-8/],
  [["diff", base, yamlInLatin1], /latin1\.yaml:3 is not UTF-8: save the file as UTF-8/],
  [["diff", base, swagger], /is Swagger 2\.0; convert it to OpenAPI 3, for/],
  [["diff", base, numbered], /gives its openapi version as a number; write it as text, such as "3\.2\.0"/],
])("spec-gate refuses %j in one line, and runs nothing", async (args, says) => {
  const { code, stdout, stderr } = await runCli(args, folder);
  expect({ code, stdout, lines: stderr.split("\n").length - 1 }).toEqual({ code: 2, stdout: "", lines: 1 });
  expect(stderr).toMatch(says);
});
