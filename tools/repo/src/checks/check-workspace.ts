/** Runs the checks that look at the whole repository. Prints a line for each; exits with 1 when one finds something. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { checkMarkdown } from "./markdown.ts";
import { checkPackageGraph } from "./package-graph.ts";
import { readWorkspace } from "./workspace.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const workspace = await readWorkspace(root);

/** Resolves to what a command prints when it fails, else to nothing. */
function findings(command: string, ...args: string[]): Promise<string[]> {
  const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      resolve(code === 0 ? [] : [output.trimEnd() || `${command} exited with ${code}`]),
    );
  });
}

function program(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

const checks: [name: string, run: () => Promise<string[]>][] = [
  ["format, lint and import cycles (biome)", () => findings("biome", "ci", "--colors=off", ".")],
  ["package order (turbo boundaries)", () => findings("turbo", "boundaries", "--no-color")],
  ["unused files, exports and dependencies (knip)", () => findings("knip", "--no-progress")],
  ["paths, links and scripts in Markdown", () => checkMarkdown(workspace)],
  ["the package graph in ARCHITECTURE.md", () => checkPackageGraph(workspace)],
  ["workflows", () => findings(process.execPath, program("../workflows/lint-workflows.ts"))],
  [
    "versions and change log of the spec",
    () => findings(process.execPath, program("../release/check-version.ts")),
  ],
];

for (const [name, run] of checks) {
  const found = await run();
  console.log(`${found.length === 0 ? "ok    " : "FAILED"} ${name}`);
  for (const finding of found) console.log(finding.replace(/^/gm, "       "));
  if (found.length > 0) process.exitCode = 1;
}
