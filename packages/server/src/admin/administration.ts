import type { ApiKeyRecord } from "../auth/api-key-store.ts";
import type { CreatedApiKey } from "../auth/api-keys.ts";
import { type StoredComputer, stepOutputFields } from "../computers/computer.ts";

/** A key as operators see it: without its hash. */
export type ApiKeyInfo = Omit<ApiKeyRecord, "sha256">;

/** A new key, with its text. */
export type CreatedKeyInfo = ApiKeyInfo & Pick<CreatedApiKey, "key">;

/** Which computers an operator lists. */
export interface ComputerFilter {
  readonly ownerId?: string | undefined;
  readonly status?: string | undefined;
}

/** The fields of a computer that an operator may set. */
export const operatorFields = [...stepOutputFields, "name"] as const;

/** The fields that an operator sets. */
export type OperatorUpdate = Partial<Pick<StoredComputer, (typeof operatorFields)[number]>>;

/** A command failed; the message says why. */
export class AdministrationError extends Error {
  override readonly name = "AdministrationError";
}

/** One place in a file that cannot be imported. */
export interface ImportProblem {
  /** Line on which the record begins, from 1; absent if there is no file. */
  readonly line?: number;
  /** JSON Pointer of the field; absent when it concerns the record as a whole. */
  readonly field?: string;
  readonly message: string;
}

/** A file cannot be imported; nothing was. */
export class ImportError extends Error {
  override readonly name = "ImportError";
  readonly problems: readonly ImportProblem[];

  constructor(problems: readonly ImportProblem[]) {
    super(problems.map(describeProblem).join("\n"));
    this.problems = problems;
  }
}

function describeProblem({ line, field, message }: ImportProblem): string {
  const place = [line === undefined ? "" : `line ${line}`, field ?? ""].filter(Boolean).join(", ");
  return place === "" ? message : `${place}: ${message}`;
}
