import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runOrThrow, runProcess } from "@compute-host/command-line/process";
import type { Task } from "../src/checks/task-inputs.ts";
import { openedFiles, traceOptions } from "./opened-files.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Whether strace can trace opened files on this machine. */
export function canTrace(): boolean {
  return spawnSync("strace", [...traceOptions, "-o", "/dev/null", "true"]).status === 0;
}

/**
 * A clone of this repository with its uncommitted changes, installed and built, so that its tasks disturb no other. Turbo takes
 * what it can from the cache of this repository.
 */
export class TracedClone implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "traced-clone-"));

  private constructor() {}

  static async create(): Promise<TracedClone> {
    const clone = new TracedClone();
    const files = "git ls-files -z --cached --others --exclude-standard --deduplicate";
    const copy = `(cd '${root}' && ${files} | tar --null --ignore-failed-read -cf - -T -) | tar -xf -`;
    await clone.#run("git", "clone", "--quiet", "--no-checkout", "--template=", root, ".");
    await clone.#run("sh", "-c", copy);
    await clone.#run("git", "add", "--all");
    const here = { cwd: root, encoding: "utf8" } as const;
    const gitFolder = execFileSync("git", ["rev-parse", "--path-format=absolute", "--git-common-dir"], here);
    mkdirSync(join(clone.folder, ".turbo"));
    symlinkSync(join(gitFolder.trim(), "../.turbo/cache"), join(clone.folder, ".turbo/cache"));
    const store = execFileSync("pnpm", ["store", "path"], here).trim();
    await clone.#run("pnpm", "install", "--frozen-lockfile", "--prefer-offline", `--store-dir=${store}`);
    await clone.#run("turbo", "run", "build", "--output-logs=errors-only");
    return clone;
  }

  async #run(command: string, ...args: string[]): Promise<void> {
    const options = { cwd: this.folder, inherited: this.#environment(), timeoutMs: 0 };
    await runOrThrow(command, args, options);
  }

  /** This environment without what Vitest adds, and with the clone's commands first. */
  #environment(folder = "."): NodeJS.ProcessEnv {
    const { NODE_ENV: _, TEST: __, ...own } = process.env;
    const bins = [folder, "."].map((from) => join(this.folder, from, "node_modules/.bin"));
    return {
      ...Object.fromEntries(Object.entries(own).filter(([name]) => !name.startsWith("VITEST"))),
      PATH: [...bins, own.PATH].join(delimiter),
    };
  }

  /** Runs a task as turbo would; resolves to the real paths of the files that it read. Rejects with its output if it fails. */
  async filesReadBy({ id, folder, command = "" }: Task): Promise<string[]> {
    const trace = join(this.folder, ".turbo/trace");
    const { exitCode, stdout, stderr } = await runProcess(
      "strace",
      [...traceOptions, "-o", trace, "sh", "-c", command],
      { cwd: join(this.folder, folder), inherited: this.#environment(folder), timeoutMs: 0 },
    );
    const output = `${stdout}${stderr}`.slice(-20_000);
    if (exitCode !== 0) throw new Error(`${id} failed, so its trace is incomplete:\n${output}`);
    // Some programs open folders as they do files.
    const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    return openedFiles(readFileSync(trace, "utf8")).filter((path) => !isFolder(path));
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
