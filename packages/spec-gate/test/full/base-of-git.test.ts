import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { reportFormats } from "../../src/report/report.ts";
import { createRepository } from "../command/repository.ts";
import { runCli } from "../command/run-cli.ts";

/** A description whose only response uses the schema at the reference. */
function api(reference: string, title = "Things"): string {
  return `openapi: 3.1.0
info: { title: ${title}, version: 1.0.0 }
paths:
  /things:
    get:
      operationId: listThings
      responses:
        "200":
          description: Things.
          content:
            application/json:
              schema:
                $ref: "${reference}"
components: { schemas: { Own: { type: object } } }
`;
}

const thing = "Thing:\n  type: object\n  properties:\n    a: { type: string }\n    b: { type: string }\n";
const narrower = thing.replace("    b: { type: string }\n", "");

describe("a base from git", () => {
  test.each([
    ["next to the description", "spec/openapi.yaml", "./parts.yaml#/Thing", "spec/parts.yaml"],
    ["in another folder", "api/v1/openapi.yaml", "../../shared/parts.yaml#/Thing", "shared/parts.yaml"],
    ["with a blank in its name", "api/openapi.yaml", "the parts.yaml#/Thing", "api/the parts.yaml"],
  ])("includes a file %s", async (_case, spec, reference, parts) => {
    const { folder, write } = createRepository({ [spec]: api(reference), [parts]: thing });
    expect(await runCli(["diff", spec, "--base-ref", "HEAD"], folder)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        "Nothing was compared: HEAD is the commit you are on, and nothing changed since. " +
          "Name another base, such as --base-ref HEAD~1.",
      ),
    });
    write({ [parts]: narrower });
    const { code, stdout } = await runCli(["check", spec, "--base-ref", "HEAD"], folder);
    expect(code).toBe(1);
    expect(stdout).toContain("› b");
  });

  test("follows references from file to file, however they are written", async () => {
    const files = {
      "openapi.json": JSON.stringify({
        openapi: "3.1.0",
        info: { title: "T", version: "1.0.0" },
        paths: { "/a": { $ref: "paths/a.yaml" } },
      }).replace("paths/a", "paths\\/a"),
      "paths/a.yaml":
        "get:\n  operationId: a\n  responses:\n    200:\n      description: A.\n" +
        "      content: { application/json: { schema: { $ref: ../schemas/one.yaml } } }\n",
      "schemas/one.yaml": "type: object\nproperties:\n  two:\n    $ref: >-\n      two.yml\n",
      "schemas/two.yml": "type: object\nproperties:\n  three: { '$ref': 'three.json' }\n",
      "schemas/three.json": JSON.stringify({ type: "string" }),
    };
    const { folder, write } = createRepository(files);
    write({ "schemas/three.json": JSON.stringify({ type: "integer" }) });
    const { code, stdout } = await runCli(["diff", "openapi.json", "--base-ref", "HEAD"], folder);
    expect(code).toBe(1);
    expect(stdout).toContain("two › three");
  });

  test("is found under its old name after a move", async () => {
    const { folder, git } = createRepository({ "old/api.yaml": api("#/components/schemas/A"), "x.txt": "x" });
    git("mv", "old/api.yaml", "api.yaml");
    const { code, stdout } = await runCli(["diff", "api.yaml", "--base-ref", "HEAD"], folder);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("HEAD:old/api.yaml") });
  });

  test("names the new path for an acceptance that has the old one", async () => {
    const text = api("parts.yaml#/Thing");
    const { folder, git, write } = createRepository({ "old/api.yaml": text, "old/parts.yaml": thing });
    write({ "old/parts.yaml": narrower });
    const args = ["--base-ref", "HEAD", "--accept", "--reason", "unused"];
    await runCli(["check", "old/api.yaml", ...args], folder);
    git("mv", "old", "new");
    const check = () => runCli(["check", "new/api.yaml", "--base-ref", "HEAD"], folder);
    expect(await check()).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^spec-gate: spec-gate-accepted\/.*\.yaml:1: the description old\/api\.yaml is now new\/api\.yaml: write that here\n$/,
      ),
    });
    const [name = ""] = readdirSync(join(folder, "spec-gate-accepted"));
    const accepted = readFileSync(join(folder, "spec-gate-accepted", name), "utf8");
    write({ [`spec-gate-accepted/${name}`]: accepted.replace("old/api.yaml", "new/api.yaml") });
    expect((await check()).stdout).toContain("1 breaking change is accepted.");
  });

  test("can be a file of another name", async () => {
    const { folder, write } = createRepository({ "old.yaml": api("parts.yaml#/Thing"), "parts.yaml": thing });
    write({ "new.yaml": api("parts.yaml#/Thing", "Others") });
    const { code, stdout } = await runCli(["check", "new.yaml", "--base-ref", "HEAD:old.yaml"], folder);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("HEAD:old.yaml → new.yaml"),
    });
  });

  test("defaults to the commit where the branch left the main branch", async () => {
    const { folder, git, commit, write } = createRepository({
      "api.yaml": api("parts.yaml#/Thing"),
      "parts.yaml": thing,
    });
    git("branch", "feature");
    commit({ "parts.yaml": narrower });
    git("switch", "--quiet", "feature");
    write({ "api.yaml": api("parts.yaml#/Thing", "Other things") });
    const usual = await runCli(["check", "api.yaml"], folder);
    expect(usual).toMatchObject({ code: 0, stdout: expect.stringMatching(/\(where HEAD left main\)/) });
    const named = await runCli(["check", "api.yaml", "--base-ref", "main", "--merge-base"], folder);
    expect(named.stdout.split("\n")[1]).toBe(usual.stdout.split("\n")[1]);
    // Compared with the current main, anything that main has removed since would look like an addition.
    expect(await runCli(["check", "api.yaml", "--base-ref", "main"], folder)).toMatchObject({
      stdout: expect.stringContaining("minor"),
    });
  });
});

describe("a base that cannot be read", () => {
  const good = api("parts.yaml#/Thing");
  const broken: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "a dangling reference": { "parts.yaml": "Other: {}\n" },
    "broken YAML": { "api.yaml": "openapi: [" },
    "another format": { "api.yaml": "swagger: '2.0'\n" },
  };
  for (const [name, files] of Object.entries(broken)) {
    test(`can be repaired, and the last version that can be read is compared: ${name}`, async () => {
      const { folder, write, commit } = createRepository({ "api.yaml": good, "parts.yaml": thing });
      commit(files);
      commit({ "other.json": "{}" });
      write({ "api.yaml": good, "parts.yaml": thing });
      const check = (...args: string[]) => runCli(["check", "api.yaml", ...args], folder);
      const { code, stdout } = await check();
      expect(code, stdout).toBe(0);
      expect(stdout).toMatch(
        /The base cannot be read \(api\.yaml[ :].*\); [0-9a-f]{10} is the last version that can\. No change\./,
      );
      write({ "parts.yaml": narrower });
      expect(await check()).toMatchObject({ code: 1, stdout: expect.stringContaining("› b") });
    });
  }

  test("has no verdict as a pointer of Git LFS", async () => {
    const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n";
    const { folder, write } = createRepository({ "api.yaml": pointer, "parts.yaml": thing });
    write({ "api.yaml": good });
    const { code, stderr } = await runCli(["check", "api.yaml", "--base-ref", "HEAD"], folder);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^spec-gate: HEAD: api\.yaml is a pointer of Git LFS: /);
  });

  test("is named with its line where that is not UTF-8", async () => {
    const { folder, write, commit } = createRepository({ "api.yaml": good, "parts.yaml": thing });
    const inLatin1 = (property: string) =>
      writeFileSync(join(folder, "parts.yaml"), Buffer.from(thing.replace("b:", `${property}:`), "latin1"));
    inLatin1("né");
    commit();
    inLatin1("nè");
    const check = () => runCli(["check", "api.yaml", "--base-ref", "HEAD"], folder);
    expect(await check()).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^spec-gate: .*parts\.yaml:5 is not UTF-8: save the file as UTF-8\n$/),
    });
    write({ "parts.yaml": narrower });
    const { code, stdout } = await check();
    expect(code, stdout).toBe(1);
    expect(stdout).toMatch(
      /The base cannot be read \(.*parts\.yaml:5 is not UTF-8: .*\); [0-9a-f]{10} is the last/,
    );
    expect(stdout).toContain("› b");
  });

  test("in any version passes as uncompared, such as after a conversion", async () => {
    const { folder, write } = createRepository({ "api.yaml": "swagger: '2.0'\n", "parts.yaml": thing });
    write({ "api.yaml": good });
    const args = ["api.yaml", "--base-ref", "HEAD"];
    for (const command of ["check", "diff"]) {
      const { code, stdout } = await runCli([command, ...args], folder);
      expect(code, stdout).toBe(0);
      expect(stdout).toMatch(
        /Nothing was compared: the base cannot be read \(.*Swagger 2\.0.*\), nor any version/,
      );
    }
  });
});

describe("several descriptions", () => {
  const files = {
    "apis/a.yaml": api("../parts.yaml#/Thing"),
    "apis/deep/b.yaml": api("../../parts.yaml#/Thing"),
    "apis/broken.yaml": "openapi: 3.1.0\ninfo: [\n",
    "parts.yaml": thing,
  };
  const reportOf = async (folder: string, ...args: string[]) => {
    const { code, stdout } = await runCli(
      ["check", ...args, "--base-ref", "HEAD", "--format", "json"],
      folder,
    );
    const { reports, exitCode } = JSON.parse(stdout);
    expect(exitCode).toBe(code);
    return {
      code,
      reports: reports.map(({ revision, exitCode: own }: Record<string, unknown>) => [revision, own]),
    };
  };

  test.each([
    ["files", ["apis/a.yaml", "apis/deep/b.yaml"]],
    ["a folder", ["apis"]],
    ["a glob", ["apis/**/*.yaml"]],
  ])("are judged in one run and one report: %s", async (_name, names) => {
    const { "apis/broken.yaml": _broken, ...good } = files;
    const { folder, write } = createRepository({ ...good, "apis/no.json": "{}" });
    expect(await reportOf(folder, ...names)).toEqual({
      code: 0,
      reports: [
        ["apis/a.yaml", 0],
        ["apis/deep/b.yaml", 0],
      ],
    });
    write({ "apis/deep/b.yaml": api("../../parts.yaml#/Thing").replace("listThings", "all") });
    expect(await reportOf(folder, ...names)).toEqual({
      code: 1,
      reports: [
        ["apis/a.yaml", 0],
        ["apis/deep/b.yaml", 1],
      ],
    });
  });

  test.each([
    ["on one line", "one.yaml", "{openapi: 3.1.0, info: {title: One, version: 1.0.0}, paths: {}}\n"],
    ["on one line, broken", "broken.yaml", "{openapi: 3.1.0, info: [}\n"],
    ["indented", "deep.yaml", "  openapi: 3.1.0\n  info: { title: Deep, version: 1.0.0 }\n  paths: {}\n"],
    ["after a comment", "late.yaml", "# One\n{ info: { title: Late, version: 1.0.0 }, 'openapi': 3.1.0 }\n"],
    ["in a file named .YAML", "A.YAML", api("#/components/schemas/Own")],
    ["in a file named .Yml", "A.Yml", api("#/components/schemas/Own")],
    ["in a file named .JSON", "A.JSON", '{ "openapi": "3.1.0" }'],
    ["in UTF-16", "utf16.yaml", Buffer.from("\ufeffopenapi: 3.1.0\ninfo: {}\n", "utf16le")],
  ])("in a folder are found, and missed when they are gone: %s", async (_how, name, text) => {
    const { folder, commit, git, write } = createRepository({
      "apis/a.yaml": api("#/components/schemas/Own"),
    });
    write({
      "apis/no.json": '{ "scripts": {\n  "openapi": "build" } }',
      "apis/no.yaml": "a: { openapi: 3.1.0 }",
    });
    writeFileSync(join(folder, "apis", name), text);
    const names = async () => (await reportOf(folder, "apis")).reports.map(([file]: string[]) => file).sort();
    expect(await names()).toEqual([`apis/${name}`, "apis/a.yaml"].sort());
    commit();
    git("rm", "--quiet", `apis/${name}`);
    expect(await names()).toEqual([`apis/${name}`, "apis/a.yaml"].sort());
  });

  test("keep their verdicts when one has none", async () => {
    const { folder, write } = createRepository(files);
    write({ "parts.yaml": narrower });
    expect(await reportOf(folder, "apis")).toEqual({
      code: 2,
      reports: [
        ["apis/a.yaml", 1],
        ["apis/broken.yaml", 2],
        ["apis/deep/b.yaml", 1],
      ],
    });
  });

  test.each([
    ["apis/broken.yaml", "openapi: 3.1.0\ninfo: {\n", "apis/broken.yaml,line=2"],
    ["apis/broken.json", '{ "openapi": "3.1.0",\n"openapi": "3.0.0" }\n', "apis/broken.json,line=2"],
    ["apis/part.yaml", `${api("bad.yaml")}`, "apis/bad.yaml,line=3"],
    ["apis/old.yaml", "openapi: 2.9.0\n", "apis/old.yaml"],
    ["spec-gate-accepted/a.yaml", "reason: x\nrule: [\n", "spec-gate-accepted/a.yaml,line=2"],
  ])("are annotated where one has no verdict: %s", async (name, text, place) => {
    const { folder, write } = createRepository({ "apis/a.yaml": api("#/components/schemas/Own") });
    write({
      [name]: text,
      "apis/b.yaml": api("#/components/schemas/Own"),
      "apis/bad.yaml": "a: 1\nb: 2\n c: 3\n",
    });
    const args = ["check", "apis", "--base-ref", "HEAD", "--format", "github-actions"];
    const { code, stdout } = await runCli(args, folder);
    expect(code).toBe(2);
    expect(stdout).toContain(`::error file=${place},title=Spec gate::No verdict: `);
  });

  test("are counted at the end of the text", async () => {
    const { folder, write } = createRepository(files);
    write({ "apis/a.yaml": api("../parts.yaml#/Thing").replace("listThings", "all") });
    const args = ["check", "apis/a.yaml", "apis/deep/b.yaml", "--base-ref", "HEAD"];
    for (const policy of ["{}", "baseline: 2999-12-31"]) {
      write({ "spec-gate.yaml": policy });
      const { stdout } = await runCli(args, folder);
      expect(stdout).toMatch(/\n1 of 2 descriptions passed\. Not passed: apis\/a\.yaml\.\n$/);
    }
  });

  test.each(reportFormats)("are all in the %s report, which format repeats", async (format) => {
    const { folder, write } = createRepository(files);
    write({ "parts.yaml": narrower });
    const args = ["apis/a.yaml", "apis/deep/b.yaml", "--base-ref", "HEAD"];
    const { code, stdout } = await runCli(["diff", ...args, "--format", format], folder);
    expect(code).toBe(1);
    expect(stdout).toContain("apis/a.yaml");
    expect(stdout).toContain("apis/deep/b.yaml");
    write({ "report.json": (await runCli(["diff", ...args, "--format", "json"], folder)).stdout });
    expect((await runCli(["format", "report.json", "--format", format], folder)).stdout).toBe(stdout);
  });

  test.each([
    [["no"], /no cannot be read: there is no such file/],
    [["no*.yaml"], /no OpenAPI description matches no\*\.yaml/],
    [["empty"], /no OpenAPI description matches empty/],
    [
      ["apis", "--base", "apis/a.yaml"],
      /apis\/a\.yaml is the base of one description, not of the 3 in apis; name one, or use --base-ref/,
    ],
    [["https://example.com/a.yaml"], /is on the network: download it/],
    [["apis/a.yaml", "--base", "https://example.com/a.yaml"], /is on the network: download it/],
    [["apis/a.yaml", "--base-ref=--output=x"], /"--output=x" is not a git ref/],
    [["apis/a.yaml", "--base-ref", "nothing"], /git has no commit nothing/],
    [["apis/a.yaml", "--base-ref", "HEAD:no.yaml"], /HEAD has no no\.yaml/],
    [[], /spec\/openapi\.yaml cannot be read: .*; name yours: spec-gate check <file>/],
  ])("refuses %j", async (args, says) => {
    const { folder } = createRepository({ ...files, "empty/a.json": "{}" });
    const { code, stderr } = await runCli(["check", ...args], folder);
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
  });
});

test.each([
  [
    "that is new",
    {},
    "rules: { operation-removed: off }\n",
    /^spec-gate\.yaml is loosened in this change, which lets 1 change that breaks pass\. No other change\./m,
  ],
  [
    "that exempts more",
    { "spec-gate.yaml": "exempt: {}\n" },
    "exempt: { paths: ['**'] }\n",
    /is loosened in this change/,
  ],
  [
    "that was so",
    { "spec-gate.yaml": "rules: { operation-removed: off }\n" },
    "rules: { operation-removed: off }\n",
    /^No other change\. 1 change is turned off/m,
  ],
])("the headline says what a policy %s lets pass", async (_name, files, policy, says) => {
  const { folder, write } = createRepository({ "api.yaml": api("#/components/schemas/Own"), ...files });
  write({
    "api.yaml": api("#/components/schemas/Own").replace(/paths:[\s\S]*(?=components)/, "paths: {}\n"),
    "spec-gate.yaml": policy,
  });
  const { code, stdout } = await runCli(["check", "api.yaml", "--base-ref", "HEAD"], folder);
  expect(code, stdout).toBe(0);
  expect(stdout).toMatch(says);
});

describe("without a base", () => {
  test("a repository without a commit has a first description", async () => {
    const { folder, write, git } = createRepository();
    git("update-ref", "-d", "HEAD");
    write({ "api.yaml": api("parts.yaml#/Thing"), "parts.yaml": thing });
    const { code, stdout } = await runCli(["check", "api.yaml"], folder);
    expect(code, stdout).toBe(0);
    expect(stdout).toContain("First description");
  });

  test("check passes a first description, and diff says what to do", async () => {
    const { folder, write } = createRepository({ "README.md": "# A\n" });
    write({ "api.yaml": api("#/components/schemas/Own") });
    const { code, stdout } = await runCli(["check", "api.yaml", "--base-ref", "HEAD"], folder);
    expect(code, stdout).toBe(0);
    expect(stdout).toContain("First description: HEAD has no api.yaml, so nothing can break.");
    const { code: diffCode, stderr } = await runCli(["diff", "api.yaml", "--base-ref", "HEAD"], folder);
    expect(diffCode).toBe(2);
    expect(stderr).toMatch(/HEAD has no api\.yaml; if the file was moved, give its old path as HEAD:PATH/);
  });

  test("says how to fetch the history of a shallow clone", async () => {
    const origin = createRepository({ "api.yaml": api("#/components/schemas/Own") });
    const old = origin.git("rev-parse", "HEAD");
    origin.commit();
    const clone = `${origin.folder}/clone`;
    origin.git("clone", "--quiet", "--depth=1", `file://${origin.folder}`, clone);
    const { code, stderr } = await runCli(["check", "api.yaml", "--base-ref", old], clone);
    expect(code).toBe(2);
    expect(stderr).toMatch(/git has no commit .*; this clone is shallow: run `git fetch --unshallow`/);
  });
});
