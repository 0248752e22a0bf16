import { execFileSync } from "node:child_process";
import { gitOfTests } from "@compute-host/command-line/testing";
import { temporaryFiles } from "../temporary-files.ts";

/** A git repository that is removed after the test. */
export interface Repository {
  readonly folder: string;
  write(files: Readonly<Record<string, string>>): void;
  git(...args: string[]): string;
  /** Writes the files and commits everything. */
  commit(files?: Readonly<Record<string, string>>): string;
}

/** Creates a repository with the files in its first commit. */
export function createRepository(files: Readonly<Record<string, string>> = {}): Repository {
  const { folder, write: writeFile } = temporaryFiles();
  const git = (...args: string[]) =>
    execFileSync("git", args, {
      cwd: folder,
      env: { ...process.env, ...gitOfTests },
      stdio: ["ignore", "pipe", "ignore"],
    })
      .toString()
      .trim();
  const write = (contents: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(contents)) writeFile(name, text);
  };
  const commit = (contents: Readonly<Record<string, string>> = {}) => {
    write(contents);
    git("add", "--all");
    git("commit", "--quiet", "--allow-empty", "--message", "change");
    return git("rev-parse", "HEAD");
  };
  git("init", "--quiet", "--initial-branch=main");
  commit(files);
  return { folder, write, git, commit };
}
