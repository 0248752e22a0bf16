import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { runOrThrow } from "@compute-host/command-line/process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashCovers, readTasks, type Task } from "../../src/checks/task-inputs.ts";
import { createRepository } from "../../src/checks/temporary-repository.ts";
import { readWorkspace } from "../../src/checks/workspace.ts";
import { type Repository, unhashedReads } from "../opened-files.ts";
import { canTrace, TracedClone } from "../traced-clone.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const [workspace, tasks] = await Promise.all([readWorkspace(root), readTasks(root)]);
const tracked = new Set(workspace.files);
const outputs = tasks.flatMap((task) => task.outputs);
const cached = tasks.filter(({ isCached, command }) => isCached && command !== undefined);
const taskLimitMs = 3_600_000;

/** The tasks, as if none of them hashed a file. */
function tasksWithout(file: string): readonly Task[] {
  return tasks.map((task) => ({
    ...task,
    inputs: new Set([...task.inputs].filter((input) => input !== file)),
  }));
}

describe.skipIf(!canTrace())("in a trace of the files that it opens (needs strace)", () => {
  let clone: TracedClone;
  let repository: Repository;
  beforeAll(async () => {
    clone = await TracedClone.create();
    repository = {
      root: clone.folder,
      isTracked: (file) => tracked.has(file),
      isOutput: (file) => outputs.some((beginning) => file.startsWith(beginning)),
    };
  }, taskLimitMs);
  afterAll(() => clone?.[Symbol.dispose]());

  test.each(cached)(
    "$id reads nothing of the repository that its hash does not change with",
    async (task) => {
      const reads = await clone.filesReadBy(task);
      console.log(`${task.id}: ${reads.length} files`);
      const unhashed = (of: readonly Task[]) => unhashedReads(reads, repository, hashCovers(of, task.id));
      const mend = `add these to the inputs of ${task.id} in ${task.folder}/turbo.json, or do not read them`;
      expect(unhashed(tasks), mend).toEqual([]);
      // Were one of them not hashed, the trace would name it.
      const [planted = ""] = reads
        .map((file) => relative(clone.folder, file))
        .filter((file) => tracked.has(file));
      expect(unhashed(tasksWithout(planted))).toEqual([planted]);
    },
    taskLimitMs,
  );
});

test("turbo's hash of a task changes with a package before it that has no script of that name", async () => {
  await using workspace = await createRepository();
  const manifest = (name: string, more: object) => JSON.stringify({ name, version: "1.0.0", ...more });
  const devEngines = { packageManager: { name: "pnpm", version: "12.21.0" } };
  await workspace.write("package.json", manifest("root", { private: true, devEngines }));
  await workspace.write("pnpm-workspace.yaml", "packages:\n  - one\n  - two\n");
  const link = { specifier: "workspace:*", version: "link:../two" };
  const importers = { ".": {}, one: { dependencies: { two: link } }, two: {} };
  await workspace.write("pnpm-lock.yaml", JSON.stringify({ lockfileVersion: "9.0", importers }));
  await workspace.write("turbo.json", JSON.stringify({ tasks: { build: { dependsOn: ["^build"] } } }));
  const one = { scripts: { build: "true" }, dependencies: { two: "workspace:*" } };
  await workspace.write("one/package.json", manifest("one", one));
  await workspace.write("two/package.json", manifest("two", {}));
  const hash = async () => {
    const stdout = await runOrThrow("turbo", ["run", "build", "--dry=json"], { cwd: workspace.root });
    const { tasks } = JSON.parse(stdout) as { tasks: { taskId: string; hash: string }[] };
    return tasks.find(({ taskId }) => taskId === "one#build")?.hash;
  };
  const before = await hash();
  expect(await hash()).toBe(before);
  await workspace.write("two/src.ts", "");
  expect(await hash()).not.toBe(before);
});
