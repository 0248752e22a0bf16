import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gitOfTests } from "@compute-host/command-line/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type Job, readWorkflow, type WorkflowValue } from "../src/workflows/workflow.ts";

// Runs the scripts of the reusable workflows like a runner, in another repository.

const readJobs = (name: string) => {
  const file = new URL(`../../../.github/workflows/${name}`, import.meta.url);
  return readWorkflow(name, readFileSync(file, "utf8")).value.jobs ?? {};
};
const gate = fileURLToPath(
  new URL("dist/cli.js", import.meta.resolve("@compute-host/spec-gate/package.json")),
);
beforeAll(() => {
  if (!existsSync(gate)) throw new Error(`${gate} is missing: run pnpm build`);
});
/** The gate's own reports; without them the workflow writes only the JSON, which takes a fifth of the time. */
const withReports = { FORMAT_COMMAND: `${process.execPath} ${gate} format` };

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
        "200":
          description: Things.
          content:
            application/json:
              schema: { $ref: ../shared/parts.yaml#/Thing }
        "400": { description: No things. }
`;
const parts = "Thing:\n  type: object\n  properties:\n    a: { type: string }\n    b: { type: string }\n";
const first = { "api/openapi.yaml": baseSpec, "shared/parts.yaml": parts };
const harmless = { "api/openapi.yaml": baseSpec.replace("summary: List things", "summary: All things") };
const breaking = { "api/openapi.yaml": baseSpec.replace("listThings", "allThings") };

/** Creates a clone with a history, like `actions/checkout`, and a runner's folder. */
function createCheckout() {
  const root = mkdtempSync(join(tmpdir(), "other-repository-"));
  const temporary = mkdtempSync(join(tmpdir(), "runner-"));
  const git = (...args: string[]) =>
    execFileSync("git", args, {
      cwd: root,
      env: { ...process.env, ...gitOfTests },
      stdio: ["ignore", "pipe", "ignore"],
    })
      .toString()
      .trim();
  const commit = (files: Record<string, string> = {}) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    git("add", ".");
    git("commit", "--quiet", "--allow-empty", "--message", "change");
    return git("rev-parse", "HEAD");
  };
  git("init", "--quiet", "--initial-branch=main");
  const judge = (event: Readonly<Record<string, string>>) => {
    const env: Readonly<Record<string, string | undefined>> = {
      ...process.env,
      RUNNER_TEMP: temporary,
      GITHUB_STEP_SUMMARY: join(temporary, "summary.md"),
      ARTIFACT: "spec-gate",
      SPEC: "api/openapi.yaml",
      COMMAND: `${process.execPath} ${gate} check`,
      FORMAT_COMMAND: "true",
      npm_config_offline: "true",
      ...Object.fromEntries(["BASE_BRANCH", "BASE_REF", "BEFORE", "PACKAGE"].map((name) => [name, ""])),
      ...event,
    };
    let [status, stdout]: [number | null, string] = [0, ""];
    for (const step of readJobs("spec-gate.yml").judge?.steps ?? []) {
      const isSkipped = step.name === "Install" || (step.name === "Install the gate" && env.PACKAGE === "");
      if (step.run === undefined || isSkipped || status !== 0) continue;
      // Use the flags of GitHub's own bash.
      const args = ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run];
      const done = spawnSync("bash", args, { cwd: root, env, encoding: "utf8", timeout: 600_000 });
      [status, stdout] = [done.status, stdout + done.stdout];
    }
    const read = (name: string) => readFileSync(join(temporary, name), "utf8");
    return { status, stdout, read, report: () => JSON.parse(read("spec-gate/report.json")) };
  };
  return { root, git, commit, judge };
}

const example = (name: string) =>
  parse(readFileSync(new URL(`../../../examples/spec-gate/${name}`, import.meta.url), "utf8"));
const onGitHub: WorkflowValue = example(".github/workflows/spec-gate.yml");
const calling = Object.values(onGitHub.jobs ?? {})[0];
const onGitLab: { readonly "spec-gate": Job & { readonly script: readonly string[] } } =
  example(".gitlab-ci.yml");

/** Runs the example like a runner, on a change beside a later change of the main branch. */
function runExample(files: Record<string, string>, event: "pull_request" | "merge_group" | "merge_request") {
  const { root, git, commit, judge } = createCheckout();
  commit(first);
  git("switch", "--quiet", "--create", "change");
  commit(files);
  git("switch", "--quiet", "main");
  const base = commit({ "shared/parts.yaml": parts.replace(/ {4}b:.*\n/, "") });
  git("remote", "add", "origin", root);
  git("fetch", "--quiet", "origin");
  git("switch", "--quiet", "--detach", "main");
  git("merge", "--quiet", "--no-ff", "--message", "merge", "change");
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
  writeFileSync(
    join(root, "node_modules/.bin/spec-gate"),
    `#!/bin/sh\nexec "${process.execPath}" "${gate}" "$@"\n`,
    { mode: 0o755 },
  );
  const { spec, command, ...others } = calling?.with ?? {};
  if (event !== "merge_request") {
    return judge({
      SPEC: String(spec),
      COMMAND: String(command),
      FORMAT_COMMAND: String(others["format-command"]),
      ...(event === "pull_request" ? { BASE_BRANCH: "main" } : { BASE_REF: base }),
    });
  }
  const script = onGitLab["spec-gate"].script.filter((line) => line !== "npm ci").join("\n");
  const env = { ...process.env, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main" };
  const options = { cwd: root, env, encoding: "utf8", timeout: 600_000 } as const;
  const args = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
  const { status, stdout } = spawnSync("bash", args, options);
  return { status, stdout, read: (name: string) => readFileSync(join(root, name), "utf8") };
}

describe("the example", () => {
  test("calls the reusable workflow for each pull request and merge request, as a required check has to", () => {
    expect(calling).toMatchObject({
      permissions: { contents: "read" },
      uses: expect.stringMatching(
        /^compute-host\/compute-host\/\.github\/workflows\/spec-gate\.yml@[0-9a-f]{40}$/,
      ),
    });
    expect(onGitHub.on).toEqual({ pull_request: null, merge_group: null });
    expect(onGitLab["spec-gate"]).toMatchObject({
      rules: [{ if: '$CI_PIPELINE_SOURCE == "merge_request_event"' }],
    });
    expect(JSON.stringify(onGitLab)).not.toContain('"changes"');
  });

  test.each([
    ["pull_request", /^::error file=api\/openapi\.yaml/m, "summary.md"],
    ["merge_group", /^::error file=api\/openapi\.yaml/m, "summary.md"],
    ["merge_request", /Breaking: 1 change/, "spec-gate.xml"],
  ] as const)("judges the change alone in a %s", (event, shown, report) => {
    const { status, stdout, read } = runExample(breaking, event);
    expect(status, stdout).toBe(1);
    expect(stdout).toMatch(shown);
    expect(read(report)).toContain("the operationId");
    const passed = runExample(harmless, event);
    expect(passed.status, passed.stdout).toBe(0);
  });
});

/** Packs a gate like ours, without dependencies, whose installation would fail if it ran scripts. */
function packGate(): string {
  const folder = mkdtempSync(join(tmpdir(), "gate-"));
  mkdirSync(join(folder, "package"));
  const manifest = {
    name: "gate",
    version: "1.0.0",
    bin: { "spec-gate": "cli.mjs" },
    scripts: { preinstall: "exit 1", postinstall: "exit 1" },
  };
  writeFileSync(join(folder, "package", "package.json"), JSON.stringify(manifest));
  writeFileSync(
    join(folder, "package", "cli.mjs"),
    `#!${process.execPath}\nawait import(${JSON.stringify(pathToFileURL(gate))});\n`,
  );
  execFileSync("tar", ["-czf", "gate.tgz", "package"], { cwd: folder });
  return join(folder, "gate.tgz");
}

/** Creates a checkout of a pull request as GitHub does: its merge with the current base branch. */
function createPullRequest(
  files: Record<string, string>,
  {
    onMain = {},
    ...event
  }: { readonly onMain?: Record<string, string>; readonly FORMAT_COMMAND?: string } = {},
) {
  const { git, commit, judge } = createCheckout();
  commit(first);
  git("switch", "--quiet", "--create", "pull");
  commit(files);
  git("switch", "--quiet", "main");
  commit(onMain);
  git("update-ref", "refs/remotes/origin/main", "main");
  git("switch", "--quiet", "--detach", "main");
  git("merge", "--quiet", "--no-ff", "--message", "merge", "pull");
  return judge({ BASE_BRANCH: "main", ...event });
}

describe("the reusable workflow in another repository", () => {
  test("fails on a breaking change, with an annotation, and the same report as text, comment and summary", () => {
    const { status, stdout, read, report } = createPullRequest(breaking, withReports);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::error file=api\/openapi\.yaml,line=\d+/m);
    expect(read("spec-gate/report.md")).toMatch(/## API changes[\s\S]*Breaking/);
    expect(read("summary.md")).toBe(read("spec-gate/report.md"));
    expect(read("spec-gate/comment.md")).toBe(read("spec-gate/report.md"));
    expect(report()).toMatchObject({ impact: "major", exitCode: 1 });
  });

  test("ignores later changes of the base branch", () => {
    const onMain = { "shared/parts.yaml": parts.replace(/ {4}b:.*\n/, "") };
    const { status, stdout } = createPullRequest(harmless, { onMain });
    expect(status, stdout).toBe(0);
  });

  test("passes a first description", () => {
    const { git, commit, judge } = createCheckout();
    commit({ "README.md": "# Things\n" });
    git("update-ref", "refs/remotes/origin/main", "main");
    git("switch", "--quiet", "--create", "pull");
    commit(first);
    const { status, report } = judge({ BASE_BRANCH: "main" });
    expect(status).toBe(0);
    expect(report()).toMatchObject({ isFirst: true });
  });

  test.each([
    ["what the push replaced", (replaced: string) => ({ BEFORE: replaced })],
    ["the commit before, after the first push of a branch", () => ({ BEFORE: "0".repeat(40) })],
    ["the commit before, after a forced push", () => ({ BEFORE: "1".repeat(40) })],
    ["the base of a merge group, or the one that is named", (replaced: string) => ({ BASE_REF: replaced })],
  ])("compares a push with %s", (_name, event) => {
    const { commit, judge } = createCheckout();
    const replaced = commit(first);
    commit(breaking);
    expect(judge(event(replaced)).status).toBe(1);
  });

  test("says in the summary that there is no verdict", () => {
    const { status, stdout, read } = createPullRequest({ "api/openapi.yaml": "openapi: [" });
    expect(status).toBe(2);
    expect(stdout).toContain("::error title=Spec gate::The gate has no verdict");
    expect(read("summary.md")).toContain("is neither YAML nor JSON");
  });

  test("says in the summary when there is no base to compare with", () => {
    const { commit, judge } = createCheckout();
    commit(first);
    const { status, stdout, read } = judge({ BASE_REF: "gone" });
    expect(status).toBe(2);
    expect(stdout).toContain("::error title=Spec gate::The gate has no verdict");
    expect(read("summary.md")).toContain("git has no commit gone");
  });

  test("truncates a long comment after a line, says so, and keeps the full report", () => {
    const name = (index: number) => `property-${index}-${"long".repeat(25)}`;
    const thing = (count: number) => ({
      "shared/parts.yaml": `Thing:\n  type: object\n  properties:\n${Array.from({ length: count }, (_, index) => `    ${name(index)}: {}\n`).join("")}`,
    });
    const { commit, judge } = createCheckout();
    commit({ ...first, ...thing(600) });
    commit(thing(1));
    const { status, read } = judge(withReports);
    expect(status).toBe(1);
    const comment = read("spec-gate/comment.md");
    expect(Buffer.byteLength(comment)).toBeLessThanOrEqual(65_536);
    expect(comment).toMatch(/\.\n\n\*\*Truncated\.\*\* The full report is report\.md/);
    expect(read("spec-gate/report.md").match(/^- /gm)).toHaveLength(599);
  });
});

describe("the gate that the reusable workflow runs", () => {
  const none = { PACKAGE: "", COMMAND: "", FORMAT_COMMAND: "" };

  test("is the tarball of the caller, whose name no shell reads", () => {
    const { root, commit, judge } = createCheckout();
    commit(first);
    commit(breaking);
    const tarball = "tools/$(touch ran)`touch ran`.tgz";
    mkdirSync(join(root, "tools"));
    copyFileSync(packGate(), join(root, tarball));
    const { status, stdout, read } = judge({ ...none, PACKAGE: tarball });
    expect(status, stdout).toBe(1);
    expect(read("spec-gate/report.md")).toContain("Breaking");
    expect(existsSync(join(root, "ran"))).toBe(false);
  });

  test("is a pair of commands that no shell reads", () => {
    const { root, commit, judge } = createCheckout();
    commit(first);
    commit(harmless);
    expect(judge({ ...none, COMMAND: "$(touch ran) check", FORMAT_COMMAND: "`touch ran`" }).status).not.toBe(
      0,
    );
    expect(existsSync(join(root, "ran"))).toBe(false);
  });

  test.each([
    ["nothing", none],
    ["a command without the other", { ...none, COMMAND: "gate check" }],
    ["a tarball and a command", { ...none, PACKAGE: "gate.tgz", COMMAND: "gate check" }],
  ])("has to be named by the caller, who gave %s", (_name, inputs) => {
    const { status, stdout } = createCheckout().judge(inputs);
    expect(status).toBe(2);
    expect(stdout).toMatch(
      /^::error title=Spec gate::Set either the input `package`, .* `format-command`\.\n$/,
    );
  });

  test.each(["spec-gate", "gone.tgz", "."])("is never the package %s of a registry", (name) => {
    const { status, stdout } = createCheckout().judge({ ...none, PACKAGE: name });
    expect(status).toBe(2);
    expect(stdout).toMatch(/^::error title=Spec gate::The input `package` names no file .*\n$/);
  });

  test("has no default", () => {
    const file = new URL("../../../.github/workflows/spec-gate.yml", import.meta.url);
    const { on } = readWorkflow("spec-gate.yml", readFileSync(file, "utf8")).value;
    const empty = { default: "" };
    expect(on?.workflow_call).toMatchObject({
      inputs: { package: empty, command: empty, "format-command": empty },
    });
  });
});

interface Comment {
  readonly id: number;
  readonly user: { readonly type: string };
  readonly body: string;
}

const commentJob = readJobs("spec-gate-comment.yml").comment;

/** Runs the comment's script against existing comments; returns its API calls. */
async function comment(existing: readonly Comment[], report: string): Promise<unknown[]> {
  const path = join(mkdtempSync(join(tmpdir(), "report-")), "comment.md");
  writeFileSync(path, report);
  Object.assign(process.env, { REPORT: path, MARKER: "<!-- spec-gate -->" });
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
  const step = commentJob?.steps?.find(({ uses }) => uses?.startsWith("actions/github-script@"));
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const run = AsyncFunction("github", "context", "require", String(step?.with?.script));
  await run(github, context, createRequire(import.meta.url));
  return calls;
}

describe("the comment of a pull request", () => {
  const own = { id: 2, user: { type: "Bot" }, body: "<!-- spec-gate -->\nold" };

  test("is created if there is none", async () => {
    expect(await comment([], "new")).toEqual([
      { name: "create", owner: "o", repo: "r", issue_number: 7, body: "<!-- spec-gate -->\nnew" },
    ]);
  });

  test("is updated if it exists", async () => {
    const others = [{ id: 1, user: { type: "User" }, body: "Nice." }];
    expect(await comment([...others, own], "new")).toEqual([
      { name: "update", owner: "o", repo: "r", comment_id: 2, body: "<!-- spec-gate -->\nnew" },
    ]);
  });

  test("leaves a person's comment that quotes it unchanged", async () => {
    const quoted = [{ ...own, user: { type: "User" } }];
    expect(await comment(quoted, "new")).toMatchObject([{ name: "create" }]);
  });

  test("is the only job that needs write access", () => {
    const permissions = Object.values(readJobs("spec-gate.yml")).map((job) => job.permissions);
    expect(permissions).toEqual([{ contents: "read" }]);
    expect(commentJob?.permissions).toEqual({ "pull-requests": "write" });
  });
});
