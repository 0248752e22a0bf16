import { execFile } from "node:child_process";
import { posix } from "node:path";
import { promisify } from "node:util";

/** A task, with what turbo hashes for it. */
export interface Task {
  /** Such as `@compute-host/types#test`. */
  readonly id: string;
  /** The folder of its package, relative to the root. */
  readonly folder: string;
  /** Its script; `undefined` if the package has none of that name. */
  readonly command: string | undefined;
  /** Whether turbo takes its result from the cache while its hash stays the same. */
  readonly isCached: boolean;
  /** The files in its own hash, and those in every hash, relative to the root. */
  readonly inputs: ReadonlySet<string>;
  /** The fixed beginnings of the globs of what it writes, relative to the root, such as `packages/types/dist/`. */
  readonly outputs: readonly string[];
  /** IDs of the tasks that run before it, whose hashes are part of its own. */
  readonly dependencies: readonly string[];
}

/** The members of `turbo run --dry=json` that count here. */
interface DryRun {
  readonly globalCacheInputs: { readonly files: Readonly<Record<string, string>> };
  readonly tasks: readonly {
    readonly taskId: string;
    readonly directory: string;
    readonly command: string;
    readonly inputs: Readonly<Record<string, string>>;
    readonly outputs: readonly string[] | null;
    readonly dependencies: readonly string[];
    readonly resolvedTaskDefinition: { readonly cache: boolean };
  }[];
}

/** Asks turbo for the tasks of `npm test` and their inputs, without running them. */
export async function readTasks(root: string): Promise<Task[]> {
  const args = ["run", "build", "check", "typecheck", "test", "--dry=json"];
  const { stdout } = await promisify(execFile)("turbo", args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return parseDryRun(stdout);
}

/** Reads the tasks from the output of `turbo run --dry=json`. */
export function parseDryRun(text: string): Task[] {
  const { globalCacheInputs, tasks }: DryRun = JSON.parse(text);
  const inEveryHash = Object.keys(globalCacheInputs.files);
  return tasks.map(
    ({ taskId, directory, command, inputs, outputs, dependencies, resolvedTaskDefinition }) => ({
      id: taskId,
      folder: directory,
      command: command === "<NONEXISTENT>" ? undefined : command,
      isCached: resolvedTaskDefinition.cache,
      inputs: new Set([...inEveryHash, ...Object.keys(inputs).map((file) => posix.join(directory, file))]),
      outputs: (outputs ?? []).map((glob) => posix.join(directory, glob.replace(/\*.*/, ""))),
      dependencies,
    }),
  );
}

/**
 * Tells whether the hash of a task changes with a file: one that it hashes, or one that a task before it hashes or writes. A
 * package without a script of that name counts: turbo hashes its files all the same.
 */
export function hashCovers(tasks: readonly Task[], id: string): (file: string) => boolean {
  const ids = new Set([id]);
  for (const reached of ids)
    for (const dependency of tasks.find((task) => task.id === reached)?.dependencies ?? [])
      ids.add(dependency);
  const hashed = tasks.filter((task) => ids.has(task.id));
  return (file) =>
    hashed.some(
      ({ inputs, outputs }) => inputs.has(file) || outputs.some((beginning) => file.startsWith(beginning)),
    );
}
