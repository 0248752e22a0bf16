/**
 * Checks that turbo hashes what a cached task reads outside its package: where a task hashes a program that names a
 * path which leads out of the package, it, or a task that it depends on, hashes the files of that path too. Otherwise
 * a change of theirs would take an old result from the cache.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Workspace } from "./workspace.ts";

/** What a dry run of turbo says of a task. */
interface PlannedTask {
  readonly taskId: string;
  /** `<NONEXISTENT>` if its package has no such script: it only hands on the hashes of others. */
  readonly command: string;
  readonly directory: string;
  /** Paths relative to the directory. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly dependencies: readonly string[];
}

/** What a dry run of turbo prints. */
interface Plan {
  readonly tasks: readonly PlannedTask[];
  /** What the hash of every task depends on. */
  readonly globalCacheInputs: { readonly files: Readonly<Record<string, string>> };
}

/** The tasks whose results turbo keeps, and which open the paths that programs name. */
const cachedTasks = ["build", "test", "test:client"];
/** The first argument of a URL relative to the program; the group ends before a value that is put in. */
const relativePath = /new URL\(\s*["'`]((?:\.\.\/)+[^"'`$]*)[^,]*,\s*import\.meta\.url/g;
/** A path or a URL relative to the root. */
const rootPath = /(?:\bworkspaceRoot, "([^"]+)"|new URL\("([^"]+)", root\))/g;

/** Returns a line for each path out of a package that a task reads and turbo does not hash. */
export async function checkTaskInputs({ root, files }: Workspace): Promise<string[]> {
  const { stdout } = await promisify(execFile)("turbo", ["run", ...cachedTasks, "--dry=json"], {
    cwd: root,
    maxBuffer: 64 * 2 ** 20,
  });
  const { tasks, globalCacheInputs } = JSON.parse(stdout) as Plan;
  const byId = new Map(tasks.map((task) => [task.taskId, task]));
  const leads = files.filter(isProgram).flatMap((program) => pathsOutOf(program, root, files));
  return tasks
    .filter(({ command }) => command !== "<NONEXISTENT>")
    .flatMap((task) => {
      const own = ownInputs(task);
      const hashed = hashedFiles(task, byId);
      for (const file of Object.keys(globalCacheInputs.files)) hashed.add(file);
      return leads
        .filter(({ program }) => (isTest(program) ? own : hashed).has(program))
        .flatMap(({ program, path }) => {
          const missing = files.find((file) => `${file}/`.startsWith(path) && !hashed.has(file));
          return missing === undefined
            ? []
            : [`${program} reads ${missing}, which is not an input of ${task.taskId} in turbo.json`];
        });
    });
}

/** What no other package runs, although the hashes of their tasks may depend on it. */
function isTest(program: string): boolean {
  return /\/test\/|\.test\.ts$/.test(program);
}

/** The long suites are never cached. */
function isProgram(file: string): boolean {
  return /\.(?:ts|mjs|js)$/.test(file) && !/\/test\/full\/|\.gen\./.test(file);
}

interface Lead {
  readonly program: string;
  /** Relative to the root, with a slash at the end. */
  readonly path: string;
}

/** The paths outside its package that a program names; not the root itself, below which it may read anything. */
function pathsOutOf(program: string, root: string, files: readonly string[]): Lead[] {
  const text = readFileSync(join(root, program), "utf8");
  const named = [
    ...Array.from(text.matchAll(relativePath), ([, path = ""]) => join(dirname(program), path)),
    ...Array.from(text.matchAll(rootPath), ([, joined, url]) => joined ?? url ?? ""),
  ];
  const [folder = "", name = ""] = program.split("/");
  const own = folder === "spec" ? "spec/" : `${folder}/${name}/`;
  return named
    .map((path) => ({ program, path: `${path.replace(/\/$/, "")}/` }))
    .filter(({ path }) => !path.startsWith(own) && files.some((file) => `${file}/`.startsWith(path)));
}

/**
 * The files that a task's hash depends on, relative to the root: its own inputs and those of the tasks that it depends
 * on.
 */
function hashedFiles(task: PlannedTask, byId: ReadonlyMap<string, PlannedTask>): Set<string> {
  const waiting = [task];
  const seen = new Set(waiting);
  const hashed = new Set<string>();
  for (const next of waiting) {
    for (const input of ownInputs(next)) hashed.add(input);
    for (const id of next.dependencies) {
      const dependency = byId.get(id);
      if (dependency === undefined || seen.has(dependency)) continue;
      seen.add(dependency);
      waiting.push(dependency);
    }
  }
  return hashed;
}

function ownInputs({ directory, inputs }: PlannedTask): Set<string> {
  return new Set(Object.keys(inputs).map((input) => join(directory, input)));
}
