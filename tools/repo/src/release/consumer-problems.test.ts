import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { checkConsumers } from "./consumer-problems.ts";
import { createRepository } from "./temporary-repository.ts";

const project = "tools/consumer-tests";
const types = fileURLToPath(new URL("../../node_modules/@types", import.meta.url));
const readme = `# Client

\`\`\`ts
import { rename } from "@compute-host/client";
\`\`\`

\`\`\`ts
rename("a", "b");
\`\`\`
`;
const before = "export function rename(id: string, name: string): void {}\n";
const after = "export function rename(id: string, options: { name: string }): void {}\n";

/** Creates a workspace whose client was released with a consumer and a README. */
async function createWorkspace(version = "0.1.0") {
  const repository = await createRepository();
  const { root, write } = repository;
  const manifest = { name: "@compute-host/client", version, type: "module", exports: "./index.ts" };
  await write("packages/client/package.json", JSON.stringify(manifest));
  await write("packages/client/index.ts", before);
  await write("packages/client/README.md", readme);
  await write(`${project}/package.json`, JSON.stringify({ name: "consumer-tests", type: "module" }));
  await write(
    `${project}/consumers/types.ts`,
    'import { rename } from "@compute-host/client";\nrename("a", "b");\n',
  );
  await write(
    `${project}/consumers/mistakes.ts`,
    'import { rename } from "@compute-host/client";\nrename(1);\n',
  );
  await write(".gitignore", "node_modules\nreports\n");
  await write(".changeset/README.md", "# Notes\n");
  await mkdir(join(root, project, "node_modules/@compute-host"), { recursive: true });
  await symlink(join(root, "packages/client"), join(root, project, "node_modules/@compute-host/client"));
  await symlink(types, join(root, project, "node_modules/@types"));
  await repository.commit("feat: client");
  return repository;
}

const note = (type: string) => `---\n"@compute-host/client": ${type}\n---\n\nOptions.\n`;

test.each([
  ["an unannounced change", "feat(client): options", 2],
  ["an announced change", "feat(client)!: options", 0],
])("before the first release compiles the programs of main: %s", async (_name, subject, expected) => {
  await using repository = await createWorkspace();
  expect(await checkConsumers(repository.root, project)).toMatchObject({ compiled: 2, broken: [] });
  await repository.git("switch", "--quiet", "--create", "options");
  await repository.write("packages/client/index.ts", after);
  await repository.write("packages/client/README.md", readme.replace('"b"', '{ name: "b" }'));
  await repository.commit(subject);
  const { label, broken, problems } = await checkConsumers(repository.root, project);
  expect([label, broken.length]).toEqual(["main", 2]);
  expect(problems).toHaveLength(expected);
  expect(
    problems.filter((each) => !each.endsWith("announce it: a commit such as `feat(client)!: ...`.")),
  ).toEqual([]);
});

test("released programs compile against their own release", async () => {
  await using repository = await createWorkspace();
  await repository.git("tag", "@compute-host/client@0.1.0");
  expect(await checkConsumers(repository.root, project)).toEqual({
    label: "@compute-host/client@0.1.0",
    compiled: 2,
    broken: [],
    problems: [],
  });
});

test.each([
  ["0.1.0", "patch", 2],
  ["0.1.0", "minor", 0],
  ["1.0.0", "minor", 2],
])("in version %s a note of a %s change leaves %i problems", async (version, type, expected) => {
  await using repository = await createWorkspace(version);
  await repository.git("tag", `@compute-host/client@${version}`);
  await repository.write("packages/client/index.ts", after);
  await repository.write(".changeset/options.md", note(type));
  const { broken, problems } = await checkConsumers(repository.root, project);
  expect(broken).toHaveLength(2);
  expect(broken[0]).toMatch(
    /^packages\/client\/README\.md:3 of @compute-host\/client@.* no longer compiles: TS2345: /,
  );
  expect(problems).toHaveLength(expected);
});
