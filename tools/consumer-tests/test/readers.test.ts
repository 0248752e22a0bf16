import { join } from "node:path";
import { expect, test } from "vitest";
import { installTarball } from "../src/install-tarball.ts";
import { findDocuments } from "../src/markdown-blocks.ts";
import { findPublishedPackages, workspaceRoot } from "../src/published-packages.ts";
import { testReaders } from "../src/reader-tests.ts";
import { folderOf } from "../src/runtimes.ts";
import { tarballOf } from "../src/tarball-of.ts";
import { createProject } from "../src/throw-away-project.ts";
import { checkByCommand, strictSettings } from "../src/type-check.ts";

testReaders("everyday");

test("the programs compile against the packed packages", async () => {
  using project = createProject({ type: "module" });
  for (const { manifest } of findPublishedPackages()) {
    if (!project.has(manifest.name)) await installTarball(project, tarballOf(manifest.name));
  }
  project.link("@types/node", folderOf("@types/node20"));
  project.link("@opentelemetry/api", join(workspaceRoot, "packages/client/node_modules/@opentelemetry/api"));
  const programs = findDocuments().flatMap(({ blocks }) =>
    blocks.filter(({ language }) => language === "ts"),
  );
  const files = programs.map(({ text }, index) => {
    project.write(`program-${index}.ts`, text);
    return `program-${index}.ts`;
  });
  const { errors } = await checkByCommand("typescript70", project.directory, files, strictSettings);
  expect(errors).toEqual([]);
});
