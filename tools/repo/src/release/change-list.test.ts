import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gitOfTests } from "@compute-host/command-line/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createChangeList, firstVersion } from "./change-list.ts";
import { changelogProblems, withEntry } from "./changelog.ts";
import { changelogFile } from "./history.ts";
import { specFile } from "./versions.ts";

const partsFile = "spec/parts.yaml";

/** Creates a small description in two files, with these properties in its only schema. */
function description(version: string, properties: readonly string[]): Record<string, string> {
  const spec = `openapi: 3.1.0
info:
  title: Things
  version: ${version}
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
                $ref: ./parts.yaml#/Thing
`;
  const lines = properties.map((name) => `    ${name}:\n      type: string\n`);
  return { [specFile]: spec, [partsFile]: `Thing:\n  type: object\n  properties:\n${lines.join("")}` };
}

const gate = new URL(
  "src/commands/command-line.ts",
  import.meta.resolve("@compute-host/spec-gate/package.json"),
);
const { runCommandLine } = await import(gate.href);

/** Creates the change list with the gate in this process. */
function changeList(): Promise<string> {
  return createChangeList(root, async (args, cwd = root) => {
    const before = process.cwd();
    process.chdir(cwd);
    const { exitCode, output, error } = await runCommandLine(args).finally(() => process.chdir(before));
    return { exitCode, stdout: output, stderr: error };
  });
}

let folder = "";
let root = "";
let copies = 0;

/** Continues in a copy of a repository, so that its history is created once for all tests. */
async function startFrom(name: "first" | "branched"): Promise<void> {
  root = join(folder, String(copies++));
  await cp(join(folder, name), root, { recursive: true });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "change-list-"));
  root = join(folder, "first");
  await mkdir(join(root, "spec"), { recursive: true });
  git("init", "--quiet", "--initial-branch=main");
  await write({ ...description("0.1.0", ["a"]), [changelogFile]: "# Changes\n" });
  await moved("0.1.0");
  commit("first version");
  await startFrom("first");
  await branch();
  await cp(root, join(folder, "branched"), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => startFrom("first"));

function git(...args: string[]): void {
  execFileSync("git", args, { cwd: root, env: { ...process.env, ...gitOfTests }, stdio: "ignore" });
}

function commit(message: string): void {
  git("add", ".");
  git("commit", "--quiet", "--message", message);
}

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
}

/** Writes the entry of a version, as `pnpm spec:version` does. */
async function moved(version: string): Promise<void> {
  const file = join(root, changelogFile);
  await writeFile(file, withEntry(await readFile(file, "utf8"), version, await changeList()));
}

async function problems(version: string): Promise<string[]> {
  return changelogProblems(await readFile(join(root, changelogFile), "utf8"), version, await changeList());
}

describe("the change list of a version", () => {
  test("begins where the version before was tagged, not where its entry was written", async () => {
    await write(description("0.1.0", ["a", "b"]));
    commit("a property before the release");
    git("tag", "@compute-host/spec@0.1.0");
    await write(description("0.2.0", ["a", "b", "c"]));
    const list = await changeList();
    expect(list).toContain("› c`");
    expect(list).not.toContain("› b`");
  });

  test("lists the operations of the first version, even in several files", async () => {
    expect(await changeList()).toBe("First version, with these operations:\n\n- `listThings`: `GET /things`");
    expect(firstVersion(join(root, specFile))).toBe(await changeList());
  });

  test("is the gate's list since the previous version, even in several files", async () => {
    await write(description("0.2.0", ["a", "nickname"]));
    const list = await createChangeList(root);
    expect(list).toMatch(/^#### Added and changed\n\n- `.* › nickname`: a property was added\.$/);
    await moved("0.2.0");
    commit("second version");
    expect(await problems("0.2.0")).toEqual([]);
  });

  test("fails if the history lacks the previous entry", async () => {
    await write({ ...description("0.2.0", ["a"]), [changelogFile]: "# Changes\n\n## 0.0.9\n" });
    await expect(changeList()).rejects.toThrow(
      /No commit has the current entry 0\.0\.9 .*; restore the entry/,
    );
  });

  test("fails in a shallow clone, and says what to fetch", async () => {
    commitEmpty();
    const clone = join(root, "clone");
    git("clone", "--quiet", "--depth=1", `file://${root}`, clone);
    root = clone;
    await write(description("0.2.0", ["a", "b"]));
    await expect(changeList()).rejects.toThrow(/git fetch --unshallow/);
  });
});

function commitEmpty(): void {
  git("commit", "--quiet", "--allow-empty", "--message", "more");
}

/** Creates a branch that changes the description, moves the version, and changes the description again. */
async function branch(): Promise<void> {
  git("switch", "--quiet", "--create", "branch");
  await write(description("0.1.0", ["a", "b"]));
  commit("a property");
  await write(description("0.2.0", ["a", "b"]));
  await moved("0.2.0");
  commit("its version");
  await write(description("0.2.0", ["a", "b", "c"]));
  await moved("0.2.0");
  commit("another property");
  git("switch", "--quiet", "main");
}

function squash(): void {
  git("merge", "--squash", "branch");
  git("commit", "-m", "squashed");
}

const landings: [name: string, land: () => void][] = [
  ["squash", squash],
  ["rebase", () => git("cherry-pick", "main..branch")],
  ["merge", () => git("merge", "--no-ff", "-m", "merged", "branch")],
];

describe.each(landings)("after a %s", (_name, land) => {
  beforeEach(() => startFrom("branched"));

  test.each([
    ["main did not move", () => {}],
    ["main moved", () => commitEmpty()],
  ])("of a branch while %s, both entries are the same", async (_case, moveOn) => {
    moveOn();
    land();
    expect(await problems("0.2.0")).toEqual([]);
    await write(description("0.3.0", ["a", "b", "c", "d"]));
    const list = await changeList();
    expect(list).toContain("› d`");
    expect(list).not.toMatch(/› [abc]`/);
  });

  test("of a branch that merges main lists its own changes", async () => {
    git("switch", "--quiet", "--create", "other");
    await write(withOthers(description("0.1.0", ["a"])));
    commit("another path");
    git("switch", "--quiet", "main");
    land();
    git("switch", "--quiet", "other");
    git("merge", "--no-ff", "-m", "main taken in", "main");
    await write(withOthers(description("0.3.0", ["a", "b", "c"])));
    expect(await changeList()).toContain("GET /others");
  });
});

function withOthers(files: Record<string, string>): Record<string, string> {
  const path =
    "  /others:\n    get:\n      operationId: listOthers\n      responses: { '200': { description: None. } }\n";
  return { ...files, [specFile]: `${files[specFile]}${path}` };
}

test("compares entries from one commit with the one before them", async () => {
  await write(description("0.2.0", ["a", "b"]));
  await moved("0.2.0");
  await write(description("0.3.0", ["a", "b", "c"]));
  const file = join(root, changelogFile);
  await writeFile(file, withEntry(await readFile(file, "utf8"), "0.3.0", "- c"));
  commit("two versions");
  expect(await changeList()).toMatch(/› b`[\s\S]*› c`/);
});
