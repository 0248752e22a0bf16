import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runOrThrow, runProcess } from "@compute-host/command-line/process";
import { gitOfTests } from "@compute-host/command-line/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { workspaceRoot } from "../src/packages/published-packages.ts";
import { installTarball, tarballOf } from "../src/projects/tarballs.ts";
import { createProject, type ThrowAwayProject } from "../src/projects/throw-away-project.ts";

// The packed gate judges a branch of another repository, by the scripts that GitHub and GitLab run.

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

let project: ThrowAwayProject;
let folder: string;
beforeAll(async () => {
  project = createProject({ type: "module" });
  folder = project.directory;
  await installTarball(project, tarballOf("@compute-host/spec-gate"));
  const { bin } = tarballOf("@compute-host/spec-gate").manifest;
  project.link(
    ".bin/spec-gate",
    join(folder, "node_modules/@compute-host/spec-gate", bin?.["spec-gate"] ?? ""),
  );
  project.write(".gitignore", "node_modules\n");
  await git("init", "--quiet", "--initial-branch=main");
  await commit({ "api/openapi.yaml": description, "shared/order.yaml": order("  note: { type: string }\n") });
  await git("remote", "add", "origin", ".");
  await git("switch", "--quiet", "--create", "feature");
  await commit({ "shared/order.yaml": order("") });
});
afterAll(() => project[Symbol.dispose]());

function git(...args: string[]): Promise<string> {
  return runOrThrow("git", args, { cwd: folder, env: gitOfTests });
}

async function commit(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) project.write(name, text);
  await git("add", ".");
  await git("commit", "--quiet", "--message", "A change");
}

async function run(script: string, env: Readonly<Record<string, string>>) {
  const args = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
  const { exitCode, stdout, stderr } = await runProcess("bash", args, { cwd: folder, env });
  return { exitCode, output: stdout + stderr };
}

/** Runs the script of the reusable workflow; `summary` is what the summary of the run shows. */
async function onGitHub(base: string) {
  const summary = join(folder, "node_modules/summary.md");
  writeFileSync(summary, "");
  const result = await run(steps.find(({ name }) => name === "Judge the change")?.run ?? "", {
    ...{ BASE: base, SPEC: "api", GITHUB_STEP_SUMMARY: summary },
    COMMAND: "node_modules/.bin/spec-gate",
    REPORT: join(folder, "node_modules/report.json"),
  });
  return { ...result, summary: readFileSync(summary, "utf8") };
}

/** Runs the script of the example, after its installation. */
const onGitLab = () =>
  run(gitLab.slice(1).join("\n"), { ...gitOfTests, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main" });

test("GitHub shows a break as an annotation and in the summary, in a pull request and after a forced push", async () => {
  for (const base of ["main", "0".repeat(40)]) {
    const { exitCode, output, summary } = await onGitHub(base);
    expect(exitCode, output).toBe(1);
    expect(output).toMatch(/^::error file=shared\/order\.yaml,line=\d+/m);
    expect(summary).toMatch(/## API changes[\s\S]*Breaking/);
  }
});

test("GitLab gets it as a test report", async () => {
  expect(gitLab[0]).toBe("npm ci");
  const { exitCode, output } = await onGitLab();
  expect(exitCode, output).toBe(1);
  expect(output).toContain("response-property-removed");
  expect(readFileSync(join(folder, "spec-gate.xml"), "utf8")).toContain("no longer sent");
});

test.each([
  ["GitHub", () => onGitHub("main")],
  ["GitLab", onGitLab],
])("%s fails with the reason when there is no verdict", async (_name, judge) => {
  project.write("api/openapi.yaml", "openapi: [");
  const { exitCode, output } = await judge();
  project.write("api/openapi.yaml", description);
  expect([exitCode, output]).toEqual([2, expect.stringContaining("is neither YAML nor JSON")]);
});
