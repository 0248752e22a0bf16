import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runOrThrow, runProcess } from "@compute-host/command-line/process";
import { gitOfTests } from "@compute-host/command-line/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { workspaceRoot } from "../../src/packages/published-packages.ts";
import { installTarball, tarballOf } from "../../src/projects/tarballs.ts";
import { createProject } from "../../src/projects/throw-away-project.ts";

// The packed gate judges a branch of another repository, with the scripts that GitHub and GitLab run.

const description = `openapi: 3.1.0
info: { title: Orders, version: 1.0.0 }
paths:
  /orders:
    get:
      responses:
        "200":
          description: An order.
          content: { application/json: { schema: { $ref: "../shared/order.yaml" } } }
`;
const order = (properties: string) => `type: object\nproperties:\n  id: { type: string }\n${properties}`;
const readPipeline = (file: string) => parse(readFileSync(join(workspaceRoot, file), "utf8"));
const steps: { name?: string; run: string }[] = readPipeline(".github/workflows/spec-gate.yml").jobs.judge
  .steps;
const gitLab: string[] = readPipeline("examples/spec-gate/.gitlab-ci.yml")["spec-gate"].script;

const project = createProject({ type: "module" });
const inProject = (file: string) => join(project.directory, file);
const [command, summary] = ["node_modules/.bin/spec-gate", inProject("node_modules/summary.md")];
const git = (...args: string[]) => runOrThrow("git", args, { cwd: project.directory, env: gitOfTests });

async function commit(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) project.write(name, text);
  await git("add", ".");
  await git("commit", "--quiet", "--message", "A change");
}

beforeAll(async () => {
  const gate = tarballOf("@compute-host/spec-gate");
  await installTarball(project, gate);
  const program = gate.manifest.bin?.["spec-gate"] ?? "";
  project.link(".bin/spec-gate", inProject(`node_modules/${gate.name}/${program}`));
  await git("init", "--quiet", "--initial-branch=main");
  const before = order("  note: { type: string }\n");
  await commit({
    ".gitignore": "node_modules\n",
    "api/openapi.yaml": description,
    "shared/order.yaml": before,
  });
  await git("remote", "add", "origin", ".");
  await git("switch", "--quiet", "--create", "feature");
  await commit({ "shared/order.yaml": order("") });
});
afterAll(() => project[Symbol.dispose]());

async function run(script: string, env: Readonly<Record<string, string>>) {
  const args = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
  const { exitCode, stdout, stderr } = await runProcess("bash", args, { cwd: project.directory, env });
  return { exitCode, output: stdout + stderr };
}

/** Runs the script of the reusable workflow. */
function onGitHub(base: string, subcommand = "check") {
  writeFileSync(summary, "");
  const env = {
    BASE: base,
    SPEC: "api",
    COMMAND: command,
    SUBCOMMAND: subcommand,
    GITHUB_STEP_SUMMARY: summary,
  };
  const script = steps.find(({ name }) => name === "Judge the change")?.run ?? "";
  return run(script, { ...env, REPORT: inProject("node_modules/report.json") });
}

/** Runs the script of the example, after its installation. */
const onGitLab = () =>
  run(gitLab.slice(1).join("\n"), { ...gitOfTests, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main" });

test.each(["spec-gate", "spec-gate-comment"])(
  "the example's %s calls a workflow that its commit has, with inputs that it takes",
  async (name) => {
    const { jobs } = readPipeline(`examples/spec-gate/.github/workflows/${name}.yml`);
    const [{ uses = "", with: inputs = {} } = {}] = Object.values<{ uses?: string; with?: object }>(jobs);
    const [, file, commit] = /^compute-host\/compute-host\/(.+)@([0-9a-f]{40})$/.exec(uses) ?? [];
    const { on } = parse(await runOrThrow("git", ["show", `${commit}:${file}`], { cwd: workspaceRoot }));
    expect(Object.keys(on.workflow_call?.inputs ?? {})).toEqual(expect.arrayContaining(Object.keys(inputs)));
  },
);

test.each([
  ["in a pull request", "main"],
  ["after a forced push", "0".repeat(40)],
])("GitHub shows a break as an annotation and in the summary, %s", async (_when, base) => {
  const { exitCode, output } = await onGitHub(base);
  expect(exitCode, output).toBe(1);
  expect(output).toMatch(/^::error file=shared\/order\.yaml,line=\d+/m);
  expect(readFileSync(summary, "utf8")).toMatch(/## API changes[\s\S]*Breaking/);
});

test("GitHub lets a version wait for a release", async () => {
  await git("switch", "--quiet", "--create", "addition", "main");
  await commit({ "shared/order.yaml": order("  note: { type: string }\n  address: { type: string }\n") });
  const outcomes = [await onGitHub("main"), await onGitHub("main", "diff")];
  await git("switch", "--quiet", "feature");
  expect(outcomes).toEqual([
    { exitCode: 1, output: expect.stringContaining("a minor change requires 1.1.0") },
    { exitCode: 0, output: expect.any(String) },
  ]);
});

test("GitHub passes the first push of a new repository, which replaces no commit and has none before it", async () => {
  await git("switch", "--quiet", "--orphan", "new");
  await commit({
    ".gitignore": "node_modules\n",
    "api/openapi.yaml": description,
    "shared/order.yaml": order(""),
  });
  const outcomes = [await onGitHub("0".repeat(40)), await onGitHub("0".repeat(40), "diff")];
  await git("switch", "--quiet", "feature");
  const passed = {
    exitCode: 0,
    output: expect.stringContaining("Nothing was compared: HEAD is the commit you are on"),
  };
  expect(outcomes).toEqual([passed, passed]);
});

test("GitLab gets a break as a test report", async () => {
  expect(gitLab[0]).toBe("npm ci");
  const { exitCode, output } = await onGitLab();
  expect(exitCode, output).toBe(1);
  expect(output).toContain("response-property-removed");
  expect(readFileSync(inProject("spec-gate.xml"), "utf8")).toContain("no longer sent");
});

test("both fail with the reason when there is no verdict", async () => {
  project.write("api/openapi.yaml", "openapi: [");
  const outcomes = [await onGitHub("main"), await onGitLab()];
  const output = expect.stringContaining("is neither YAML nor JSON");
  expect(outcomes).toEqual([
    { exitCode: 2, output },
    { exitCode: 2, output },
  ]);
});
