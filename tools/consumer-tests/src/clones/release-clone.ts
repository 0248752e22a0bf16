import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runOrThrow } from "@compute-host/command-line/process";
import { gitOfTests } from "@compute-host/command-line/testing";
import { buildCache, copyWorkspace, pnpmCaches } from "./workspace-clone.ts";

/** A clone of the workspace in which versions are released. */
export interface ReleaseClone extends AsyncDisposable {
  readonly directory: string;
  /** Runs a command in it that has to succeed; resolves to its output. */
  run(command: string, ...args: string[]): Promise<string>;
  read(file: string): string;
  write(file: string, text: string): void;
}

/** Clones the workspace with its uncommitted changes, at its own commit, and installs it. */
export async function createReleaseClone(): Promise<ReleaseClone> {
  const directory = mkdtempSync(join(tmpdir(), "compute-host-release-"));
  const env = {
    ...gitOfTests,
    ...(await pnpmCaches()),
    ...(await buildCache()),
    NODE_ENV: "",
    PATH: `${join(directory, "node_modules/.bin")}:${process.env.PATH}`,
  };
  const run = (command: string, ...args: string[]) => runOrThrow(command, args, { cwd: directory, env });
  await copyWorkspace(directory);
  await run("git", "commit", "--quiet", "--allow-empty", "--message", "chore: what is released");
  await run("pnpm", "install", "--frozen-lockfile");
  return {
    directory,
    run,
    read: (file) => readFileSync(join(directory, file), "utf8"),
    write: (file, text) => writeFileSync(join(directory, file), text),
    async [Symbol.asyncDispose]() {
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
