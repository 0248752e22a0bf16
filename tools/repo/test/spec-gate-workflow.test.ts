import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readWorkflow } from "../src/workflows/workflow.ts";

// Runs the scripts of the reusable workflow as a runner would, in a repository that is not this one.

const file = new URL("../../../.github/workflows/spec-gate.yml", import.meta.url);
const { jobs = {} } = readWorkflow("spec-gate.yml", readFileSync(file, "utf8")).value;
const gate = fileURLToPath(import.meta.resolve("@compute-host/spec-gate/package.json")).replace(
  "package.json",
  "src/cli.ts",
);

const baseSpec = `openapi: 3.1.0
info:
  title: Things
  version: 1.0.0
  license: { name: MIT, identifier: MIT }
servers: [{ url: https://things.test }]
security: []
paths:
  /things:
    get:
      operationId: listThings
      summary: List things
      responses:
        "200": { description: Things. }
        "400": { description: No things. }
`;

function script(name: string): string {
  const step = jobs.judge?.steps?.find((candidate) => candidate.name === name);
  if (step?.run === undefined) throw new Error(`spec-gate.yml has no step "${name}"`);
  return step.run;
}

/** Commits the description and a revision of it, and runs the two steps that judge between them. */
function judge(revision: string, baseRef = "HEAD^", spec = "api/openapi.yaml") {
  const repository = mkdtempSync(join(tmpdir(), "other-repository-"));
  const temporary = mkdtempSync(join(tmpdir(), "runner-"));
  mkdirSync(join(repository, "api"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args], {
      cwd: repository,
    });
  git("init", "--quiet");
  for (const text of [baseSpec, revision]) {
    writeFileSync(join(repository, "api/openapi.yaml"), text);
    git("add", ".");
    git("commit", "--quiet", "--allow-empty", "--message", "spec");
  }
  const env = {
    ...process.env,
    RUNNER_TEMP: temporary,
    GITHUB_STEP_SUMMARY: join(temporary, "summary.md"),
    BASE_REF: baseRef,
    SPEC: spec,
    COMMAND: `${process.execPath} ${gate} check`,
    CONFIG: "",
  };
  const runs = ["Take the base from the history", "Judge the change"].map(
    (name) => () =>
      // The flags are those of GitHub's own bash.
      spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script(name)], {
        cwd: repository,
        env,
        encoding: "utf8",
        timeout: 120_000,
      }),
  );
  const [take, decide] = runs;
  const base = take?.();
  const verdict = base?.status === 0 ? decide?.() : base;
  const read = (name: string) => readFileSync(join(temporary, name), "utf8");
  return { status: verdict?.status, stdout: verdict?.stdout ?? "", read };
}

describe("the reusable workflow in another repository", () => {
  test("passes a harmless change and leaves a report and a summary", () => {
    const { status, read } = judge(baseSpec.replace("summary: List things", "summary: All things"));
    expect(status).toBe(0);
    expect(read("spec-gate/report.md")).toContain("## API changes");
    expect(read("summary.md")).toBe(read("spec-gate/report.md"));
  });

  test("fails on a breaking change, with an annotation and the same report", () => {
    const { status, stdout, read } = judge(baseSpec.replace("listThings", "allThings"));
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::error file=api\/openapi\.yaml,line=\d+/m);
    expect(read("spec-gate/report.md")).toContain("Breaking");
  });

  test("compares the first push of a branch with the commit before", () => {
    expect(judge(baseSpec.replace("listThings", "allThings"), "0".repeat(40)).status).toBe(1);
  });

  test("says in the report when it could not judge", () => {
    const { status, read } = judge("openapi: [");
    expect(status).toBe(2);
    expect(read("spec-gate/report.md")).toContain("could not judge");
  });

  test("does not pass a description that the base does not have", () => {
    const { status, stdout } = judge(baseSpec, "HEAD^", "api/moved.yaml");
    expect(status).toBe(2);
    expect(stdout).toMatch(/^::error::api\/moved\.yaml does not exist in HEAD\^/m);
  });
});

interface Comment {
  readonly id: number;
  readonly user: { readonly type: string };
  readonly body: string;
}

/** Runs the script of the comment against the comments that are there; tells what it asked for. */
async function comment(existing: readonly Comment[], report: string): Promise<unknown[]> {
  const path = join(mkdtempSync(join(tmpdir(), "report-")), "report.md");
  writeFileSync(path, report);
  process.env.REPORT = path;
  const calls: unknown[] = [];
  const record = (name: string) => async (options: Record<string, unknown>) =>
    calls.push({ name, ...options });
  const github = {
    paginate: async () => existing,
    rest: {
      issues: { listComments: {}, createComment: record("create"), updateComment: record("update") },
    },
  };
  const context = { repo: { owner: "o", repo: "r" }, issue: { number: 7 } };
  const step = jobs.comment?.steps?.find(({ uses }) => uses?.startsWith("actions/github-script@"));
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const run = AsyncFunction("github", "context", "require", String(step?.with?.script));
  await run(github, context, createRequire(import.meta.url));
  return calls;
}

describe("the comment of a pull request", () => {
  const own = { id: 2, user: { type: "Bot" }, body: "<!-- spec-gate -->\nold" };

  test("is made when there is none", async () => {
    expect(await comment([], "new")).toEqual([
      { name: "create", owner: "o", repo: "r", issue_number: 7, body: "<!-- spec-gate -->\nnew" },
    ]);
  });

  test("is updated, and stays one, when it is there", async () => {
    const others = [{ id: 1, user: { type: "User" }, body: "Nice." }];
    expect(await comment([...others, own], "new")).toEqual([
      { name: "update", owner: "o", repo: "r", comment_id: 2, body: "<!-- spec-gate -->\nnew" },
    ]);
  });

  test("leaves a person's comment alone that quotes it", async () => {
    const quoted = [{ ...own, user: { type: "User" } }];
    expect(await comment(quoted, "new")).toMatchObject([{ name: "create" }]);
  });

  test("is cut to what GitHub takes", async () => {
    const [call] = (await comment([], "x".repeat(100_000))) as { body: string }[];
    expect(call?.body.length).toBeLessThanOrEqual(65_536);
  });
});
