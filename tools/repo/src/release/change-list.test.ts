import { expect, test } from "vitest";
import { createChangeList } from "./change-list.ts";
import { changelogProblems, withDate, withEntry } from "./changelog.ts";
import { createRepository } from "./temporary-repository.ts";
import { specFile } from "./versions.ts";

const description = (version: string, ...properties: readonly string[]) => `openapi: 3.1.0
info: { title: Things, version: ${version} }
paths:
  /things:
    get:
      operationId: listThings
      responses:
        "200":
          description: Things.
          content:
            application/json:
              schema: { type: object, properties: { ${properties.map((name) => `${name}: {}`)} } }
`;

test("an entry has the operations of a first version, or the gate's list since the last released one", async () => {
  await using repository = await createRepository();
  const { root, write, commit, git } = repository;
  await write(specFile, description("0.1.0", "a"));
  expect(await createChangeList(root)).toBe(
    "First version, with these operations:\n\n- `listThings`: `GET /things`",
  );
  await commit("feat: first version");
  await git("tag", "@compute-host/spec@0.1.0");
  await write(specFile, description("0.2.0", "a", "nickname"));
  const changes = await createChangeList(root);
  expect(changes).toMatch(/^#### Added and changed\n\n- `.* › nickname`: a property was added\.$/);
  await commit("feat: a nickname");
  await git("tag", "@compute-host/spec@0.2.0");
  expect(await createChangeList(root)).toBe(changes);
});

test("an entry is written once, with its date, and a different one is a problem", async () => {
  const entries = withEntry("# Changes\n\n## 0.1.0\n\nFirst.\n", "0.2.0", "- a");
  const again = withEntry(entries, "0.2.0", "- b");
  expect(withDate(again, "2026-11-23")).toBe(
    "# Changes\n\n## 0.2.0\n\n_2026-11-23_\n\n### Interface\n\n- b\n\n## 0.1.0\n\nFirst.\n",
  );
  expect(changelogProblems(again, "0.2.0", "- b", "f")).toEqual([]);
  expect(changelogProblems(again, "0.2.0", "- c", "f")).toEqual([
    "f: the change list of 0.2.0 is not the gate's; run `pnpm spec:version 0.2.0`.",
  ]);
  expect(changelogProblems(again, "0.3.0", "- c", "f")).toEqual([
    "f: the newest entry is for 0.2.0, but info.version is 0.3.0; run `pnpm spec:version 0.3.0`.",
  ]);
});
