import { posix } from "node:path";
import { readImports } from "./layer-imports.ts";
import { PathEvaluator, pathReferences } from "./path-references.ts";
import type { Source } from "./sources.ts";
import { hashCovers, type Task } from "./task-inputs.ts";
import type { Workspace } from "./workspace.ts";

/** A path that a file names, where, and the tracked files behind it. */
interface Reference extends Match {
  /** Relative to the root; a `*` stands for any text. */
  readonly path: string;
  readonly line: number;
  readonly isImport: boolean;
}

/**
 * Checks that the hash of each cached task changes with every file that the code it runs names. That code is what its script
 * and its tests import or name, in other packages as well.
 *
 * @returns a line for each place that names a file which some tasks do not hash
 */
export function checkUndeclaredInputs(
  workspace: Pick<Workspace, "files" | "packages">,
  sources: readonly Source[],
  tasks: readonly Task[],
): string[] {
  const references = readReferences(workspace, sources);
  const problems = new Map<string, Set<string>>();
  for (const task of tasks.filter(({ isCached, command }) => isCached && command !== undefined)) {
    const covers = hashCovers(tasks, task.id);
    const isTypesOnly = task.id.endsWith("#typecheck");
    const reached = new Set(entriesOf(task, workspace.files));
    for (const file of reached)
      for (const { path, line, isImport, files, isFolder } of references.get(file) ?? []) {
        if (isTypesOnly && !isImport) continue;
        const missing = files.filter((target) => !covers(target));
        // Other packages' generated files are compared as texts.
        const isRun = references.has(path) && (isImport || !path.includes(".gen."));
        if (missing.length === 0 && isRun) reached.add(path);
        // Which files of a folder are read, only a trace tells.
        if (missing.length === 0 || (isFolder && missing.length < files.length)) continue;
        const problem = `${file}:${line} reads ${isFolder ? path : missing[0]}`;
        problems.set(problem, (problems.get(problem) ?? new Set()).add(task.id));
      }
  }
  return [...problems].map(
    ([problem, ids]) => `${problem}, which is not in the hash of ${[...ids].join(" and ")}`,
  );
}

/** The files with which a task begins: those its script names, and what its tools look for. */
function entriesOf({ folder, command = "" }: Task, files: readonly string[]): string[] {
  const words = command.split(/\s+/);
  const named = words.map((word) => posix.join(folder, word));
  const looksFor = (path: string): boolean => {
    if (words.includes("tsdown") && path === "tsdown.config.ts") return true;
    if (words.includes("tsc")) return /\.[cm]?ts$/.test(path);
    if (!words.includes("vitest")) return false;
    return path === "vitest.config.ts" || (/\.test(-d)?\.ts$/.test(path) && !path.startsWith("test/full/"));
  };
  return files.filter(
    (file) =>
      file.startsWith(`${folder}/`) && (named.includes(file) || looksFor(file.slice(folder.length + 1))),
  );
}

function readReferences(
  { files, packages }: Pick<Workspace, "files" | "packages">,
  sources: readonly Source[],
): Map<string, readonly Reference[]> {
  const evaluators = new Map<string, PathEvaluator>();
  const resolve = (file: string, specifier: string): string | undefined => {
    if (specifier.startsWith(".")) return posix.join(posix.dirname(file), specifier);
    const owner = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
    const target = owner?.exports?.[specifier.replace(owner.name, ".")];
    return owner === undefined || target === undefined ? undefined : posix.join(owner.folder, target);
  };
  for (const source of sources)
    evaluators.set(
      source.file,
      new PathEvaluator(source, (file, specifier, name) =>
        evaluators.get(resolve(file, specifier) ?? "")?.constant(name),
      ),
    );
  const matching = pathMatcher(files);
  const folders = packages.map(({ folder }) => folder);
  return new Map(
    sources.map((source) => {
      const { file } = source;
      const folder = folders.find((candidate) => file.startsWith(`${candidate}/`)) ?? ".";
      const imports = readImports(source).imports.flatMap(({ specifier, line }) => {
        const path = resolve(file, specifier);
        return path === undefined ? [] : [{ path, line, isImport: true }];
      });
      const evaluator = evaluators.get(file) as PathEvaluator;
      const paths = pathReferences(source, folder, evaluator).map((path) => ({ ...path, isImport: false }));
      const matched = [...imports, ...paths].map((reference) => ({
        ...reference,
        ...matching(reference.path),
      }));
      return [file, matched.filter((reference) => reference.files.length > 0)];
    }),
  );
}

/** The tracked files behind a path. */
interface Match {
  readonly files: readonly string[];
  /** Whether it names a folder, of which any file may be read. */
  readonly isFolder: boolean;
}

/** Finds the tracked files behind a path: a file, all files of a folder, or those that a pattern matches. */
function pathMatcher(files: readonly string[]): (path: string) => Match {
  const known = new Set(files);
  const folders = new Set(
    files.flatMap((file) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index))),
  );
  const matches = new Map<string, Match>();
  return (path) => {
    const match = matches.get(path) ?? find(path);
    matches.set(path, match);
    return match;
  };
  function find(path: string): Match {
    if (known.has(path)) return { files: [path], isFolder: false };
    const fixed = /^[^*]*/.exec(path)?.[0] ?? "";
    const folder = (fixed === path ? fixed : fixed.slice(0, fixed.lastIndexOf("/") + 1)).replace(/\/$/, "");
    if (!folders.has(folder)) return { files: [], isFolder: false };
    const inside = files.filter((file) => file.startsWith(`${folder}/`));
    if (fixed === path || path.endsWith("*")) return { files: inside, isFolder: true };
    const pattern = new RegExp(`^${path.split("*").map(RegExp.escape).join(".*")}$`);
    return { files: inside.filter((file) => pattern.test(file)), isFolder: false };
  }
}
