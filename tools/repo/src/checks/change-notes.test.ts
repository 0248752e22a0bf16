import { expect, test, vi } from "vitest";
import { checkChangeNotes } from "./change-notes.ts";
import { createRepository, type TemporaryRepository } from "./temporary-repository.ts";

const source = "packages/client/src/retry.ts";
const note = (...names: string[]) =>
  `---\n${names.map((name) => `"${name}": patch\n`).join("")}---\n\nIt retries.\n`;
const manifest = (version: string, more: object = {}) =>
  JSON.stringify({ name: "client", version, scripts: {}, devDependencies: {}, ...more }, null, 2);
const missing = (base: string) => [`${source} changed since ${base}, but no change note names client`];

/** Creates a repository with two published packages and a private one, on main. */
async function createWorkspace(): Promise<TemporaryRepository> {
  const repository = await createRepository();
  const patterns = ["src/**", "!src/**/*.test.ts", "package.json"];
  await repository.write(".changeset/config.json", JSON.stringify({ changedFilePatterns: patterns }));
  await repository.write("packages/client/package.json", manifest("0.1.0"));
  await repository.write(
    "packages/docs/package.json",
    '{ "name": "docs", "version": "0.1.0", "private": true }',
  );
  await repository.write("spec/package.json", '{ "name": "spec", "version": "0.1.0" }');
  for (const file of [source, "packages/docs/src/page.ts", "packages/client/README.md"])
    await repository.write(file, "one\n");
  await repository.commit("feat: everything");
  await repository.git("tag", "client@0.1.0");
  return repository;
}

const onBranch: [what: string, files: Readonly<Record<string, string>>, findings: string[]][] = [
  ["reports a change without a note", { [source]: "two\n" }, missing("main")],
  ["accepts a change with its note", { [source]: "two\n", ".changeset/a.md": note("client") }, []],
  [
    "ignores a note for another package",
    { [source]: "two\n", ".changeset/a.md": note("spec") },
    missing("main"),
  ],
  ["a note without packages counts for all", { [source]: "two\n", ".changeset/a.md": note() }, []],
  [
    "reports a note for an unknown package",
    { ".changeset/a.md": note("cleint", "docs") },
    [
      ".changeset/a.md names cleint, which is not a published package",
      ".changeset/a.md names docs, which is not a published package",
    ],
  ],
  [
    "reports and ignores a note that does not parse",
    { [source]: "two\n", ".changeset/a.md": '---\n\n## "client": patch\n' },
    [".changeset/a.md: could not parse changeset - missing or invalid frontmatter.", ...missing("main")],
  ],
  [
    "tests, READMEs, tools and private packages need no note",
    {
      "packages/client/src/retry.test.ts": "two\n",
      "packages/client/README.md": "two\n",
      "packages/client/package.json": manifest("0.1.0", { devDependencies: { vitest: "5" } }),
      "packages/docs/src/page.ts": "two\n",
    },
    [],
  ],
  [
    "a changed dependency needs a note",
    { "packages/client/package.json": manifest("0.1.0", { dependencies: { yaml: "2" } }) },
    ["packages/client/package.json changed since main, but no change note names client"],
  ],
  [
    "a release needs no new note",
    {
      [source]: "two\n",
      "packages/client/package.json": manifest("0.2.0"),
      "packages/client/CHANGELOG.md": "# client\n\n## 0.2.0\n\n- It retries.\n",
    },
    [],
  ],
  [
    "a version without its changelog entry is not a release",
    { [source]: "two\n", "packages/client/package.json": manifest("0.2.0") },
    missing("main"),
  ],
];

test.for(onBranch)("on a branch, %s, committed or not", async ([, files, findings]) => {
  await using repository = await createWorkspace();
  await repository.git("switch", "--quiet", "--create", "change");
  for (const [file, text] of Object.entries(files)) await repository.write(file, text);
  expect(await checkChangeNotes(repository.root)).toEqual(findings);
  await repository.commit("feat: a change");
  expect(await checkChangeNotes(repository.root)).toEqual(findings);
});

test("ignores what main gained after the branch left it", async () => {
  await using repository = await createWorkspace();
  await repository.git("branch", "change");
  await repository.write(source, "two\n");
  await repository.commit("feat: on main");
  await repository.git("switch", "--quiet", "change");
  expect(await checkChangeNotes(repository.root)).toEqual([]);
});

test("before its first release a package needs no notes", async () => {
  await using repository = await createWorkspace();
  await repository.git("tag", "--delete", "client@0.1.0");
  await repository.write(source, "two\n");
  expect(await checkChangeNotes(repository.root)).toEqual([]);
});

test("on main, everything since the last release needs a note", async () => {
  await using repository = await createWorkspace();
  await repository.write(source, "two\n");
  expect(await checkChangeNotes(repository.root)).toEqual(missing("the last commit"));
  await repository.commit("feat: a change");
  expect(await checkChangeNotes(repository.root)).toEqual(missing("client@0.1.0"));
  await repository.write(".changeset/a.md", note("client"));
  await repository.commit("docs: its note");
  expect(await checkChangeNotes(repository.root)).toEqual([]);
});

test("in a clone, commits on main that the remote does not have are compared with it", async () => {
  await using origin = await createWorkspace();
  await using clone = await createRepository(origin.root);
  expect(await checkChangeNotes(clone.root)).toEqual([]);
  await clone.write(source, "two\n");
  await clone.commit("feat: a change");
  expect(await checkChangeNotes(clone.root)).toEqual(missing("origin/main"));
});

test("works in a checkout of a pull request without a local main", async () => {
  await using origin = await createWorkspace();
  await using clone = await createRepository(origin.root);
  await clone.git("switch", "--quiet", "--detach");
  await clone.git("branch", "--delete", "main");
  await clone.write(source, "two\n");
  await clone.commit("feat: a change");
  vi.stubEnv("GITHUB_BASE_REF", "main");
  expect(await checkChangeNotes(clone.root)).toEqual(missing("origin/main"));
  vi.unstubAllEnvs();
});

test("a clone without its history has nothing to compare with", async () => {
  await using origin = await createWorkspace();
  await origin.write(source, "two\n");
  await origin.commit("feat: a change");
  await using clone = await createRepository(origin.root, "--depth=1");
  expect(await checkChangeNotes(clone.root)).toEqual([]);
});
