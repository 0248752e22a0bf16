import { existsSync } from "node:fs";
import { baseOfGit } from "../git/base-of-git.ts";
import { withTemporaryFolder } from "../redocly/temporary-folder.ts";
import { SpecGateError } from "../spec-gate-error.ts";

/** The arguments that name the two versions. */
export interface VersionArguments {
  readonly base?: string | undefined;
  readonly revision?: string | undefined;
  readonly baseRef?: string | undefined;
  readonly isMergeBase?: boolean | undefined;
}

/** The base of a comparison. */
export interface Base {
  readonly name: string;
  /** `undefined` if the commit has no description. */
  readonly file: string | undefined;
  /** The folder that holds the commit's files, and the repository folder they were copied from. */
  readonly copy?: { readonly folder: string; readonly root: string };
}

/** The default path of the description. */
export const defaultRevision = "spec/openapi.yaml";

/** Passes the base that the arguments name to `work`, and removes its temporary files afterwards. */
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
