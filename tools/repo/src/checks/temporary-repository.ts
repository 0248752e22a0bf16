import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { git } from "./git.ts";

/** A temporary git repository for tests; `await using` removes it. */
export interface TemporaryRepository extends AsyncDisposable {
  readonly root: string;
  /** Writes a file and creates its folders. */
  write(file: string, text: string): Promise<void>;
  /** Commits everything. */
  commit(subject: string): Promise<void>;
  git(...args: string[]): Promise<string>;
}

/** Creates an empty repository with the branch `main`, or clones one. */
export async function createRepository(
  cloneOf?: string,
  ...cloneArgs: string[]
): Promise<TemporaryRepository> {
  const root = await mkdtemp(join(tmpdir(), "repository-"));
  const run = (...args: string[]) =>
    git(
      root,
      "-c",
      "user.name=Test",
      "-c",
      "user.email=test@example.com",
      "-c",
      "commit.gpgsign=false",
      ...args,
    );
  if (cloneOf === undefined) await run("init", "--quiet", "--initial-branch=main");
  else await run("clone", "--quiet", ...cloneArgs, `file://${cloneOf}`, ".");
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
