import { existsSync } from "node:fs";
import { baseOfGit } from "../git/base-of-git.ts";
import { withTemporaryFolder } from "../redocly/temporary-folder.ts";
import { SpecGateError } from "../spec-gate-error.ts";

/** What the command line said about the two versions. */
export interface VersionArguments {
  readonly base?: string | undefined;
  readonly revision?: string | undefined;
  readonly baseRef?: string | undefined;
  readonly isMergeBase?: boolean | undefined;
}

/** The base of a comparison. */
export interface Base {
  readonly name: string;
  /** `undefined` where the commit has no description. */
  readonly file: string | undefined;
  /** The folder in which the files of a commit were put, and that of the repository which they stand for. */
  readonly copy?: { readonly folder: string; readonly root: string };
}

/** Where the description is by default. */
export const defaultRevision = "spec/openapi.yaml";

/** Works with the base that the arguments name, while its files are there. */
export async function withBase<T>(args: VersionArguments, work: (base: Base) => Promise<T>): Promise<T> {
  const { base, revision = defaultRevision, baseRef, isMergeBase } = args;
  if (base !== undefined) {
    if (!existsSync(base)) throw new SpecGateError(`${base} cannot be read: there is no such file`);
    return work({ name: base, file: base });
  }
  return withTemporaryFolder(async (folder) => {
    const { name, file, root } = baseOfGit(revision, { ref: baseRef, isMergeBase }, folder);
    return work({ name, file, copy: { folder, root } });
  });
}
