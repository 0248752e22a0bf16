import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Workspace } from "./workspace.ts";

const scope = "@compute-host/";

/** The package that every program reads its arguments with, and those that only test or check the others. */
const notDrawn: ReadonlySet<string> = new Set(["command-line", "ecosystem-tests", "repo"]);

/**
 * Compares the Mermaid graph in ARCHITECTURE.md with the workspace: the same packages, and an arrow `a --> b` for
 * each package `a` that depends on `b`. Dotted arrows (`-.->`), for build and test dependencies, count as well.
 *
 * @returns a line for each missing or surplus package or arrow
 */
export async function checkPackageGraph(workspace: Workspace): Promise<string[]> {
  const text = await readFile(join(workspace.root, "ARCHITECTURE.md"), "utf8");
  return compareGraph(workspace, text);
}

/** Compares the graph in a text with the workspace. */
export function compareGraph({ packages }: Workspace, markdown: string): string[] {
  const graph = /```mermaid\n(.*?)```/s.exec(markdown)?.[1];
  if (graph === undefined) return ["ARCHITECTURE.md has no Mermaid graph"];
  const drawn = new Set(
    [...graph.matchAll(/^\s*([\w-]+) *(?:-->|-\.->) *([\w-]+)/gm)].map(([, from, to]) => `${from} --> ${to}`),
  );
  const real = new Set(
    packages.flatMap(({ name, dependencies }) =>
      dependencies
        .filter((dependency) => ![name, dependency].some((one) => notDrawn.has(short(one))))
        .map((dependency) => `${short(name)} --> ${short(dependency)}`),
    ),
  );
  const missing = [...real]
    .filter((edge) => !drawn.has(edge))
    .map((edge) => `ARCHITECTURE.md lacks the arrow ${edge}`);
  const stale = [...drawn]
    .filter((edge) => !real.has(edge))
    .map((edge) => `ARCHITECTURE.md draws ${edge}, which is not a dependency`);
  return [...missing, ...stale];
}

function short(name: string): string {
  return name.replace(scope, "");
}
