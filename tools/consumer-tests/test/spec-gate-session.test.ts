import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runOrThrow, runProcess } from "@compute-host/command-line/process";
import { gitOfTests } from "@compute-host/command-line/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { installTarball } from "../src/install-tarball.ts";
import { workspaceRoot } from "../src/published-packages.ts";
import { tarballOf } from "../src/tarball-of.ts";
import { createProject, type ThrowAwayProject } from "../src/throw-away-project.ts";

// A session in another repository, from the installation to an accepted breaking change.

const spec = (version: string) => `openapi: 3.1.0
info: { title: Orders, version: ${version} }
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: An order.
          content: { application/json: { schema: { $ref: "../shared/order.yaml" } } }
`;
const order = (properties: string) => `type: object\nproperties:\n  id: { type: string }\n${properties}`;

let project: ThrowAwayProject;
beforeAll(async () => {
  project = createProject({ type: "module" });
  await installTarball(project, tarballOf("@compute-host/spec-gate"));
  project.write(".gitignore", "node_modules\n");
  await git("init", "--quiet", "--initial-branch=main");
  await git("add", ".");
  await git("commit", "--quiet", "--message", "An empty repository");
});
afterAll(() => project[Symbol.dispose]());

function git(...args: string[]): Promise<string> {
  return runOrThrow("git", args, { cwd: project.directory, env: gitOfTests });
}

async function commit(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) project.write(name, text);
  await git("add", ".");
  await git("commit", "--quiet", "--message", "A change");
}

async function specGate(...args: string[]): Promise<{ exitCode: number | null; stdout: string }> {
  const bin = join("node_modules", "@compute-host", "spec-gate", "dist", "cli.js");
  const { exitCode, stdout, stderr } = await runProcess(process.execPath, [bin, ...args], {
    cwd: project.directory,
  });
  return { exitCode, stdout: stdout + (exitCode === 2 ? stderr : "") };
}

const check = (...args: string[]) => specGate("check", "api/openapi.yaml", ...args);
const folder = () => join(project.directory, "spec-gate-accepted");
const acceptances = () =>
  readdirSync(folder())
    .map((name) => readFileSync(join(folder(), name), "utf8"))
    .join("");

test("a first description passes", async () => {
  project.write("api/openapi.yaml", spec("1.0.0"));
  project.write("shared/order.yaml", order("  note: { type: string }\n"));
  const { exitCode, stdout } = await check();
  expect(exitCode, stdout).toBe(0);
  expect(stdout).toContain("First description: main has no api/openapi.yaml, so nothing can break.");
  await commit({});
});

test("a breaking change on a branch fails, with its file, line and operation", async () => {
  await git("switch", "--quiet", "--create", "feature");
  await commit({ "shared/order.yaml": order("") });
  const { exitCode, stdout } = await check();
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/GET \/orders\/\{id\} › response 200 › application\/json › note/);
  expect(stdout).toMatch(/response-property-removed at (?:\S+:)?shared\/order\.yaml:\d+:\d+/);
});

/** Runs the script of the reusable workflow as GitHub's bash does, and returns what the summary of the run shows. */
async function onGitHub(base: string) {
  const workflow = readFileSync(join(workspaceRoot, ".github/workflows/spec-gate.yml"), "utf8");
  const steps: { name?: string; run: string }[] = parse(workflow).jobs.judge.steps;
  const script = steps.find(({ name }) => name === "Judge the change")?.run ?? "";
  const summary = join(project.directory, "node_modules/summary.md");
  writeFileSync(summary, "");
  const { exitCode, stdout, stderr } = await runProcess(
    "bash",
    ["--noprofile", "--norc", "-eo", "pipefail", "-c", script],
    {
      cwd: project.directory,
      env: {
        ...{ BASE: base, SPEC: "api/openapi.yaml", GITHUB_STEP_SUMMARY: summary },
        COMMAND: `${process.execPath} node_modules/@compute-host/spec-gate/dist/cli.js`,
        REPORT: join(project.directory, "node_modules/report.json"),
      },
    },
  );
  return { exitCode, output: stdout + stderr, summary: readFileSync(summary, "utf8") };
}

test("the reusable workflow shows it as an annotation and in the summary, in a pull request and after a forced push", async () => {
  for (const base of ["main", "0".repeat(40)]) {
    const { exitCode, output, summary } = await onGitHub(base);
    expect(exitCode, output).toBe(1);
    expect(output).toMatch(/^::error file=shared\/order\.yaml,line=\d+/m);
    expect(summary).toMatch(/## API changes[\s\S]*Breaking/);
  }
});

test("the reusable workflow fails with the reason when there is no verdict", async () => {
  project.write("api/openapi.yaml", "openapi: [");
  const { exitCode, output } = await onGitHub("main");
  project.write("api/openapi.yaml", spec("1.0.0"));
  expect([exitCode, output]).toEqual([2, expect.stringContaining("is neither YAML nor JSON")]);
});

test("it does not pass without a reason, and writes nothing", async () => {
  const { exitCode, stdout } = await check("--accept");
  expect(exitCode).toBe(2);
  expect(stdout).toContain("--accept needs a reason");
  expect(existsSync(folder())).toBe(false);
});

test("it passes once accepted with a reason and with the required version", async () => {
  const accepted = await check("--accept", "--reason", "No client reads the note (logs of May)");
  expect(accepted.exitCode).toBe(1);
  expect(accepted.stdout).toContain("info.version stayed 1.0.0; a minor change requires 1.1.0.");
  expect(acceptances()).toMatch(/rule: response-property-removed[\s\S]*until: 2\.0\.0/);
  await commit({ "api/openapi.yaml": spec("1.1.0") });
  const { exitCode, stdout } = await check();
  expect(exitCode, stdout).toBe(0);
  expect(stdout).toContain("accepted until 2.0.0: No client reads the note (logs of May)");
});

test("formats a saved report without another run", async () => {
  const { stdout } = await check("--format", "json");
  project.write("report.json", stdout);
  const markdown = await specGate("format", "report.json", "--format", "markdown");
  expect(markdown.stdout).toMatch(/### Accepted\n\n- `GET \/orders\/\{id\} › .* › note`/);
  const { stdout: sarif } = await specGate("format", "report.json", "--format", "sarif");
  expect(JSON.parse(sarif).runs[0].results[0].suppressions[0].justification).toContain("logs of May");
});

test("after the merge the acceptance matches nothing, which fails nothing until it expires", async () => {
  await git("switch", "--quiet", "main");
  await git("merge", "--quiet", "feature");
  await git("switch", "--quiet", "--create", "next");
  const { exitCode, stdout } = await check();
  expect(exitCode, stdout).toBe(0);
  expect(stdout).toContain("matches no change; it expires in 2.0.0.");
  project.write("api/openapi.yaml", spec("2.0.0"));
  const expired = await check();
  expect(expired.exitCode).toBe(1);
  expect(expired.stdout).toContain("expired in 2.0.0; delete spec-gate-accepted/");
  expect((await check("--accept")).exitCode).toBe(0);
  expect(acceptances()).toBe("");
});
