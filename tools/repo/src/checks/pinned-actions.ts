import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import { git, tryGit } from "./git.ts";
import type { Workspace } from "./workspace.ts";

/** The lint of the workflows plants mistakes in its tests. */
const isTest = /\.test\.[cm]?[jt]s$/;

const own = "compute-host/compute-host/";
/** What `uses` names, and workflows of this repository anywhere: the name and the ref. */
const used =
  /(?:\buses:\s*["']?|\b(?=compute-host\/compute-host\/\.github\/))([\w-][\w.-]*\/[\w./-]+)@([^\s"'`)]+)/g;
const commitHash = /^[0-9a-f]{40}$/;

/**
 * Checks every action and every workflow of this repository that an example, a comment or a workflow uses: it names a
 * full commit hash. For a workflow of this repository, that commit is in the history, and the workflow has the inputs
 * of today there. A shallow clone may lack the commit.
 *
 * @returns a line for each, with its place
 */
export async function checkPinnedActions({
  root,
  files,
}: Pick<Workspace, "root" | "files">): Promise<string[]> {
  const found = await Promise.all(
    files
      .filter((file) => !isTest.test(file))
      .map(async (file) => {
        const text = await readFile(join(root, file), "utf8").catch(() => "");
        const problems = [...text.matchAll(used)].map(async ({ 1: name = "", 2: ref = "", index }) => {
          const problem = await findProblem(root, name, ref);
          const line = text.slice(0, index).split("\n").length;
          return problem === undefined ? [] : [`${file}:${line} uses ${name} at ${ref}${problem}`];
        });
        return (await Promise.all(problems)).flat();
      }),
  );
  return found.flat();
}

async function findProblem(root: string, name: string, ref: string): Promise<string | undefined> {
  if (!commitHash.test(ref)) return "; name a full commit hash";
  if (!name.startsWith(own)) return undefined;
  const path = name.slice(own.length);
  const remedy = `; name the commit that \`git log -1 --format=%H -- ${path}\` prints`;
  if ((await tryGit(root, "merge-base", "--is-ancestor", ref, "HEAD")) === undefined) {
    const isShallow = (await git(root, "rev-parse", "--is-shallow-repository")) === "true";
    return isShallow ? undefined : `, which is not in the history${remedy}`;
  }
  const [then = "", now] = await Promise.all([
    tryGit(root, "show", `${ref}:${path}`),
    readFile(join(root, path), "utf8").catch(() => ""),
  ]);
  return then !== "" && isDeepStrictEqual(callInputs(then), callInputs(now))
    ? undefined
    : `, where it has other inputs than today${remedy}`;
}

function callInputs(workflow: string): unknown {
  return parse(workflow)?.on?.workflow_call?.inputs;
}
