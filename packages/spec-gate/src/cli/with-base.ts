import { existsSync } from "node:fs";
import { baseOfGit, type GitBase } from "../base/base-of-git.ts";
import { withTemporaryFolder } from "../base/temporary-folder.ts";
import { type ApiDocument, readApiDocument } from "../document/api-document.ts";
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
  readonly unreadable?: string;
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
    if (typeof document !== "string")
      return work({ name, file, isHead, document, commit, copy: { folder, root } });
    // A broken base must not block its own repair.
    const unreadable = document;
    for (const each of earlier?.() ?? []) {
      const before = readable(each.file);
      if (typeof before === "string") continue;
      const copy = { folder: each.folder, root };
      return work({ name: each.name, file: each.file, document: before, copy, unreadable });
    }
    return work({ name, file: undefined, unreadable });
  });
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
  const advice = file === defaultRevision ? "; name yours: spec-gate check <file>" : "";
  throw new SpecGateError(`${file} cannot be read: there is no such file${advice}`);
}
