import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRepository } from "./temporary-repository.ts";
import { readWorkspace } from "./workspace.ts";

test("reads tracked and new files, and the packages with their dependencies", async () => {
  await using repository = await createRepository();
  await repository.write(".gitignore", "dist/\n");
  await repository.write("package.json", '{ "name": "all", "scripts": { "start": "node ." } }');
  await repository.write(
    "packages/a/package.json",
    '{ "name": "a", "bin": { "run-a": "a.js" }, "dependencies": { "b": "workspace:*", "yaml": "2.9.1" } }',
  );
  await repository.commit("feat: a");
  await repository.write("packages/a/src/new.ts", "");
  await repository.write("packages/a/dist/new.js", "");
  const { files, packages } = await readWorkspace(repository.root);
  expect(files.toSorted()).toEqual([
    ".gitignore",
    "package.json",
    "packages/a/package.json",
    "packages/a/src/new.ts",
  ]);
  expect(packages).toEqual(
    expect.arrayContaining([
      { name: "all", folder: ".", scripts: ["start"], commands: [], dependencies: [] },
      { name: "a", folder: "packages/a", scripts: [], commands: ["run-a"], dependencies: ["b"] },
    ]),
  );
});

test("refuses a folder without git, such as an unpacked archive, in one line", async () => {
  const folder = await mkdtemp(join(tmpdir(), "archive-"));
  try {
    await expect(readWorkspace(folder)).rejects.toThrow(`git cannot list the files of ${folder}`);
  } finally {
    await rm(folder, { recursive: true });
  }
});
