import { existsSync } from "node:fs";
import { sep } from "node:path";
import { baseOfGit, type GitBase } from "../base/base-of-git.ts";
import { withTemporaryFolder } from "../base/temporary-folder.ts";
import { type ApiDocument, readApiDocument } from "../document/api-document.ts";
import { lfsHint } from "../document/source-file.ts";
import { SpecGateError } from "../spec-gate-error.ts";
import type { Description } from "./descriptions.ts";
import type { JudgeArguments } from "./judge-arguments.ts";

/** The base of a comparison. */
export interface Base extends Pick<GitBase, "name" | "commit" | "isHead" | "gone"> {
  /** `undefined` if the commit has no description, or none that can be read. */
  readonly file: string | undefined;
  /** What the file holds, if it is known already. */
  readonly document?: ApiDocument;
  /** The folder that holds the commit's files, and the repository folder they were copied from. */
  readonly copy?: { readonly folder: string; readonly root: string };
  /** Why the base that the arguments name cannot be read. */
  readonly unreadable?: string | undefined;
}

/** The default path of the description. */
export const defaultRevision = "spec/openapi.yaml";

/** Passes the base that the arguments name to `work`, and removes its temporary files afterwards. */
export async function withBase<T>(
  { base, baseRef, isMergeBase }: JudgeArguments,
  { file: revision, isRemoved }: Description,
  work: (base: Base) => Promise<T>,
): Promise<T> {
  if (base !== undefined) assertFile(base);
  if (!isRemoved) assertFile(revision);
  if (base !== undefined) return work({ name: base, file: base });
  return withTemporaryFolder(async (folder) => {
    const choice = { ref: baseRef, isMergeBase };
    const { name, file, root, commit, isHead, gone, earlier } = baseOfGit(revision, choice, folder);
    if (file === undefined) return work({ name, file, gone });
    const document = readable(file);
    const found = { name, file, isHead, commit, copy: { folder, root } };
    const problem =
      typeof document === "string" ? document : repairedIn(document, isRemoved ? file : revision);
    if (problem === undefined && typeof document !== "string") return work({ ...found, document });
    if (problem?.includes(lfsHint))
      throw new SpecGateError(`${name}: ${problem.replaceAll(`${folder}${sep}`, "")}`);
    // A broken base must not block its own repair.
    const unreadable = problem?.replaceAll(`${folder}${sep}`, "");
    for (const each of earlier?.() ?? []) {
      const document = readable(each.file);
      if (typeof document === "string" || document.dangling.length > 0) continue;
      const copy = { folder: each.folder, root };
      return work({ name: each.name, file: each.file, document, copy, unreadable });
    }
    return work(
      typeof document === "string" ? { name, file: undefined, unreadable } : { ...found, document },
    );
  });
}

/** What is wrong with a reference of the base, if no reference of the revision is. */
function repairedIn(base: ApiDocument, file: string): string | undefined {
  if (base.dangling.length === 0) return undefined;
  const revision = readable(file);
  return typeof revision !== "string" && revision.dangling.length === 0 ? base.dangling[0] : undefined;
}

/** Reads a description, or returns why it cannot be read. */
function readable(file: string): ApiDocument | string {
  try {
    return readApiDocument(file);
  } catch (error) {
    if (error instanceof SpecGateError) return error.message;
    throw error;
  }
}

function assertFile(file: string): void {
  if (/^https?:/.test(file))
    throw new SpecGateError(`${file} is on the network: download it, and name the file`);
  if (existsSync(file)) return;
  if (file === "-") throw new SpecGateError("- is standard input, which only format reads: name a file");
  const advice = file === defaultRevision ? "; name yours: spec-gate check <file>" : "";
  throw new SpecGateError(`${file} cannot be read: there is no such file${advice}`);
}
