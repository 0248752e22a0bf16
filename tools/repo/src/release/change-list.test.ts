import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { changeListOf, changelogFile } from "./change-list.ts";
import { changelogProblems, withEntry } from "./changelog.ts";
import { specFile } from "./versions.ts";

const spec = await readFile(new URL(import.meta.resolve("@compute-host/spec/openapi.yaml")), "utf8");
const first = spec.replace(/^ {2}version: .*$/m, "  version: 0.1.0");
const second = first
  .replace("  version: 0.1.0", "  version: 0.2.0")
  .replace("        hostname:\n", "        nickname:\n          type: string\n        hostname:\n");

let root = "";
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "change-list-"));
  await mkdir(join(root, "spec"));
  git("init", "--quiet");
  await commit(first, "# Changes\n");
});

function git(...args: string[]): void {
  const identity = [
    "-c",
    "user.name=Test",
    "-c",
    "user.email=test@example.com",
    "-c",
    "commit.gpgsign=false",
  ];
  execFileSync("git", [...identity, ...args], { cwd: root, stdio: "ignore" });
}

async function commit(text: string, changelog: string): Promise<void> {
  await writeFile(join(root, specFile), text);
  await writeFile(join(root, changelogFile), changelog);
  git("add", ".");
  git("commit", "--quiet", "--message", "spec");
}

describe("the change list of a version", () => {
  test("is the operations for the first one", async () => {
    expect(await changeListOf(root)).toContain("- `listComputers`: `GET /api/v0/computers`");
  });

  test("is the gate's list since the version before, taken from the history", async () => {
    await commit(first, withEntry("# Changes\n", "0.1.0", await changeListOf(root)));
    await writeFile(join(root, specFile), second);
    const list = await changeListOf(root);
    expect(list).toContain("nickname");
    expect(list).not.toMatch(/^#{1,3} /m);
    const changelog = withEntry(await readFile(join(root, changelogFile), "utf8"), "0.2.0", list);
    await commit(second, changelog);
    expect(changelogProblems(changelog, "0.2.0", await changeListOf(root))).toEqual([]);
  });

  test("cannot be made when the history does not reach back", async () => {
    await writeFile(join(root, changelogFile), "# Changes\n\n## 0.0.9\n");
    await expect(changeListOf(root)).rejects.toThrow(
      /No commit has spec\/openapi\.yaml in version 0\.0\.9; fetch/,
    );
  });
});
