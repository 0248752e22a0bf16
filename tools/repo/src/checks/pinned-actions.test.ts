import { expect, test } from "vitest";
import { checkPinnedActions } from "./pinned-actions.ts";
import { createRepository, type TemporaryRepository } from "./temporary-repository.ts";

const path = ".github/workflows/gate.yml";
const workflow = (input: string) => `on:\n  workflow_call:\n    inputs:\n      ${input}: { type: string }\n`;
const example = (ref: string) => `# Gate\n\nuses: compute-host/compute-host/${path}@${ref}\n`;

/** Writes an example that names a ref, and checks it. */
async function check({ root, write }: TemporaryRepository, ref: string): Promise<string[]> {
  await write("README.md", example(ref));
  return checkPinnedActions({ root, files: [path, "README.md"] });
}

/** Commits the workflow; returns the commit. */
async function commit(repository: TemporaryRepository, input: string): Promise<string> {
  await repository.write(path, workflow(input));
  await repository.commit("feat: gate");
  return repository.git("rev-parse", "HEAD");
}

test("accepts a commit in which the workflow has the inputs of today", async () => {
  await using repository = await createRepository();
  const pinned = await commit(repository, "package");
  await repository.write(path, `# Another comment.\n${workflow("package")}`);
  await repository.commit("docs: comment");
  expect(await check(repository, pinned)).toEqual([]);
});

test("reports a commit in which the workflow has other inputs", async () => {
  await using repository = await createRepository();
  const pinned = await commit(repository, "command");
  await commit(repository, "package");
  expect(await check(repository, pinned)).toEqual([
    `README.md:3 uses compute-host/compute-host/${path} at ${pinned}, where it has other inputs than today; name the commit that \`git log -1 --format=%H -- ${path}\` prints`,
  ]);
});

test("reports a commit that is only on another branch", async () => {
  await using repository = await createRepository();
  await commit(repository, "package");
  await repository.git("switch", "--quiet", "--create", "other");
  await repository.git("commit", "--quiet", "--allow-empty", "--message", "other");
  const pinned = await repository.git("rev-parse", "HEAD");
  await repository.git("switch", "--quiet", "main");
  expect(await check(repository, pinned)).toEqual([expect.stringContaining("is not in the history")]);
});

test("accepts a commit that a shallow clone lacks", async () => {
  await using repository = await createRepository();
  const pinned = await commit(repository, "command");
  await commit(repository, "package");
  await using clone = await createRepository(repository.root, "--depth=1");
  expect(await check(clone, pinned)).toEqual([]);
});

test.each(["main", "v1", "0123456"])("reports the ref %s", async (ref) => {
  await using repository = await createRepository();
  await commit(repository, "package");
  expect(await check(repository, ref)).toEqual([
    expect.stringContaining(`at ${ref}; name a full commit hash`),
  ]);
});

test("reports an action of others with a tag, in a comment too, but not one in this repository", async () => {
  await using repository = await createRepository();
  await repository.write(
    "guide.md",
    "text\n# - uses: actions/checkout@v6 # v6.0.2\n  uses: ./.github/actions/a\n",
  );
  expect(await checkPinnedActions({ root: repository.root, files: ["guide.md"] })).toEqual([
    "guide.md:2 uses actions/checkout at v6; name a full commit hash",
  ]);
});
