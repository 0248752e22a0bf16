import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { findPublishedPackages } from "../src/packages/published-packages.ts";
import { installTarball, tarballOf } from "../src/projects/tarballs.ts";
import { createProject } from "../src/projects/throw-away-project.ts";
import { folderOf } from "../src/runtimes.ts";
import { checkByCommand } from "../src/typescript/type-check.ts";

/** What an example may use without declaring it. */
const context =
  'declare const client: import("@compute-host/client").ComputeHostClient;\ndeclare const id: string;\n';

/** The programs under `@example` in a package's docstrings; text on the line of the tag is a value from the spec. */
function examplesIn(directory: string): string[] {
  return globSync("src/**/*.ts", { cwd: directory, exclude: ["**/*.test.ts"] }).flatMap((file) =>
    Array.from(
      readFileSync(join(directory, file), "utf8").matchAll(/^ *\* @example\n(.*?)^ *\*\/$/gms),
      ([, lines = ""]) => lines.replaceAll(/^ *\* ?/gm, ""),
    ),
  );
}

const packed = inject("tarballs").map(({ name }) => name);
const documented = findPublishedPackages()
  .map(({ directory, manifest: { name } }) => ({ name, directory, examples: examplesIn(directory) }))
  .filter(({ name, examples }) => packed.includes(name) && examples.length > 0);

describe.each(documented)("$name", ({ name, directory, examples }) => {
  test("the examples in docstrings compile, and a wrong one does not", async () => {
    using project = createProject({ type: "module" });
    await installTarball(project, tarballOf(name));
    project.link("@types/node", folderOf("@types/node20"));
    if (name.endsWith("/client")) project.write("context.d.ts", context);
    const programs = [...examples, "const wrong: number = namedNowhere;"];
    const files = programs.map((text, index) => {
      for (const [, library = ""] of text.matchAll(/from "((?:@[\w-]+\/)?[\w-]+)/g))
        if (!project.has(library)) project.link(library, join(directory, "node_modules", library));
      const file = `example-${index}.ts`;
      project.write(file, `${text}\nexport {};\n`);
      return file;
    });
    const all = name.endsWith("/client") ? ["context.d.ts", ...files] : files;
    const settings = { module: "nodenext", lib: ["es2023"], types: ["node"], skipLibCheck: true };
    const { errors } = await checkByCommand("typescript70", project.directory, all, settings);
    expect(errors).toEqual([expect.stringContaining("namedNowhere")]);
  });
});
