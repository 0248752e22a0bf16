import { cp, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { specFolder } from "../src/redocly.ts";
import { workflowProblems } from "../src/workflow-problems.ts";

/** Writes a copy of the workflows with a text replaced, next to the description. */
async function changed(from: string, to: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "workflows-"));
  await cp(join(specFolder, "openapi.yaml"), join(folder, "openapi.yaml"));
  const text = await readFile(join(specFolder, "workflows.arazzo.yaml"), "utf8");
  expect(text).toContain(from);
  await writeFile(join(folder, "workflows.arazzo.yaml"), text.replace(from, to));
  return join(folder, "workflows.arazzo.yaml");
}

test("the workflows only call operations of the description, and the spec's check covers them", async () => {
  expect(await workflowProblems(join(specFolder, "workflows.arazzo.yaml"))).toEqual([]);
  expect(packageJson.scripts.check).toContain("node src/check-workflows.ts");
});

test.each([
  [
    "operationId: getComputer",
    "operationId: readComputer",
    /:\d+: \.\/openapi\.yaml has no operation readComputer; it has list/,
  ],
  [
    "operationId: getComputer",
    "operationId: $sourceDescriptions.hosts.getComputer",
    /there is no source description hosts/,
  ],
])("a stale %s is reported with its line", async (from, to, says) => {
  const [problem, ...more] = await workflowProblems(await changed(from, to));
  expect(problem).toMatch(says);
  expect(more).toEqual([]);
});

test("an operation may be called by the name of its description", async () => {
  const file = await changed(
    "operationId: getComputer",
    "operationId: $sourceDescriptions.computers.getComputer",
  );
  expect(await workflowProblems(file)).toEqual([]);
});
