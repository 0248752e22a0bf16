import type { ApiKeyRecord } from "../auth/api-key-store.ts";
import type { CreatedApiKey, NewApiKey } from "../auth/api-keys.ts";
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

/** Result of an import. */
export interface ImportSummary {
  readonly imported: number;
}

/**
 * The operator's commands on a database. A running service carries them out and offers them through a local socket; otherwise
 * the command line carries them out on the database itself.
 */
export interface Administration {
  /**
   * Adds the computers of a file of NDJSON, all or none.
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
  /**
   * Reads a computer.
   *
   * @throws AdministrationError when there is none.
   */
  getComputer(id: string): Promise<StoredComputer>;
  /** The names of the nodes that ran steps of a computer last, by their IDs; empty on SQLite. */
  nodesOfSteps(id: string): Promise<ReadonlyMap<string, string>>;
  /** The computers that match, or all, as JSON texts in batches. */
  listComputers(filter?: ComputerFilter): AsyncIterable<readonly string[]>;
  /**
   * Sets fields of a computer, all of them or none.
   *
   * @throws ImportError naming fields.
   * @throws AdministrationError when there is no such computer, or a name or host is taken.
   */
  updateComputer(id: string, fields: OperatorUpdate): Promise<StoredComputer>;
  /**
   * Provisions a computer again, from a step on or from the first that has not completed.
   *
   * @throws AdministrationError when there is no such computer or step, or a step runs.
   */
  retryComputer(id: string, fromStep?: string): Promise<StoredComputer>;
  /** Deletes a computer, stops its provisioning, and resolves to whether there was one. */
  deleteComputer(id: string): Promise<boolean>;
  createKey(key: NewApiKey): Promise<CreatedKeyInfo>;
  /** Every key as JSON text, {@link ApiKeyInfo}, in batches, oldest first. */
  listKeys(): AsyncIterable<readonly string[]>;
  /** Revokes a key, and resolves to whether there was an unrevoked key with this ID. */
  revokeKey(id: string): Promise<boolean>;
  /** Copies the database, as it is at this moment, into a file that must not exist; an absolute path. */
  backup(file: string): Promise<void>;
}

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
