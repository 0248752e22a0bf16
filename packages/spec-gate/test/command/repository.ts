import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gitOfTests } from "@compute-host/command-line/testing";
import { afterAll } from "vitest";

/** A git repository that is removed after the file's tests. */
export interface Repository {
  readonly folder: string;
  write(files: Readonly<Record<string, string>>): void;
  git(...args: string[]): string;
  /** Writes the files and commits everything. */
  commit(files?: Readonly<Record<string, string>>): string;
}

/** Creates a repository with the files in its first commit. */
export function createRepository(files: Readonly<Record<string, string>> = {}): Repository {
  const folder = mkdtempSync(join(tmpdir(), "spec-gate-repository-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]) =>
    execFileSync("git", args, {
      cwd: folder,
      env: { ...process.env, ...gitOfTests },
      stdio: ["ignore", "pipe", "ignore"],
    })
      .toString()
      .trim();
  const write = (contents: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(contents)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  };
  const save = (contents: Readonly<Record<string, string>>) => {
    write(contents);
    git("add", "--all");
    git("commit", "--quiet", "--allow-empty", "--message", "change");
  };
  const commit = (contents: Readonly<Record<string, string>> = {}) => {
    save(contents);
    return git("rev-parse", "HEAD");
  };
  git("init", "--quiet", "--initial-branch=main");
  save(files);
  return { folder, write, git, commit };
}
