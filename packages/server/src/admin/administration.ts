import type { ApiKeyRecord } from "../auth/api-key-store.ts";
import type { CreatedApiKey, NewApiKey } from "../auth/api-keys.ts";
import type { StoredComputer } from "../computers/computer.ts";

/** A key as operators see it: without its hash. */
export type ApiKeyInfo = Omit<ApiKeyRecord, "sha256">;

/** A key that was just made, with its text. */
export type CreatedKeyInfo = ApiKeyInfo & Pick<CreatedApiKey, "key">;

/** What an import did. */
export interface ImportSummary {
  readonly imported: number;
}

/**
 * What an operator does to a database besides serving it. The running service does it itself and offers it through a
 * local socket; without one, the command line does it on the database.
 */
export interface Administration {
  /**
   * Adds the computers of a file (NDJSON, or one JSON array), all or none.
   *
   * @throws ImportError naming lines and fields.
   */
  importComputers(file: AsyncIterable<Uint8Array>): Promise<ImportSummary>;
  /**
   * Adds one computer.
   *
   * @throws ImportError naming fields.
   */
  createComputer(record: object): Promise<StoredComputer>;
  /** Every computer, or those of one owner, as JSON texts in batches. */
  listComputers(ownerId?: string): AsyncIterable<readonly string[]>;
  createKey(key: NewApiKey): Promise<CreatedKeyInfo>;
  /** Every key, oldest first. */
  listKeys(): Promise<readonly ApiKeyInfo[]>;
  /** Resolves to whether there was a key with this id that was not revoked yet. */
  revokeKey(id: string): Promise<boolean>;
}

/** One place in a file that cannot be imported. */
export interface ImportProblem {
  /** Line on which the record begins, from 1; absent where there is no file. */
  readonly line?: number;
  /** JSON Pointer of the field; absent when it concerns the record as a whole. */
  readonly field?: string;
  readonly message: string;
}

/** A file cannot be imported; nothing of it was. */
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
