import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runOrThrow } from "@compute-host/command-line/process";
import { gitOfTests } from "@compute-host/command-line/testing";

/** A temporary git repository for tests; `await using` removes it. */
export interface TemporaryRepository extends AsyncDisposable {
  readonly root: string;
  /** Writes a file and creates its folders. */
  write(file: string, text: string): Promise<void>;
  /** Commits everything. */
  commit(subject: string): Promise<void>;
  git(...args: string[]): Promise<string>;
}

/** Creates an empty repository with the branch `main`. */
export async function createRepository(): Promise<TemporaryRepository> {
  const root = await mkdtemp(join(tmpdir(), "repository-"));
  const run = async (...args: string[]) =>
    (await runOrThrow("git", args, { cwd: root, env: gitOfTests })).trimEnd();
  await run("init", "--quiet", "--initial-branch=main");
  return {
    root,
    git: run,
    write: async (file, text) => {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), text);
    },
    commit: async (subject) => {
      await run("add", "--all");
      await run("commit", "--quiet", "--message", subject);
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
