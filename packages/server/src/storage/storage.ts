import type { ApiKeyStore } from "../auth/api-key-store.ts";
import type { Cluster } from "../computers/cluster.ts";
import type { ComputerStore, StorageFailing, StorageFigures } from "../computers/computer-store.ts";
import type { FailureListeners } from "./failure-state.ts";

/**
 * What a database is opened for: to serve it, to share it with running services, or to use it exclusively. Services and
 * exclusive commands exclude each other by an advisory lock, which ends with its process.
 */
export type DatabaseUse = "serve" | "shared" | "exclusive";

/** How to open the storage. */
export interface OpenStorageOptions extends FailureListeners {
  /** For example `sqlite:./data/compute-host.db`, `sqlite::memory:` or `postgres://user:password@host/database`. */
  readonly databaseUrl: string;
  /** PostgreSQL: the file with the URL, which is read again when the server refuses a connection. @default none */
  readonly databaseUrlFile?: string | undefined;
  /** @default "serve" */
  readonly use?: DatabaseUse;
  /** SQLite: how much of the file is mapped into memory, in bytes. @default 0 */
  readonly mapBytes?: number;
  /** PostgreSQL: the most open connections. */
  readonly maxConnections?: number;
  /** PostgreSQL: how long a statement may take, in milliseconds. */
  readonly statementTimeoutMs?: number;
  /** SQLite: called with the absolute path of a database that was created because there was none. */
  readonly onCreated?: (file: string) => void;
  /** SQLite: called with the path of the copy that is kept of a database before its migration. */
  readonly onCopied?: (file: string) => void;
  /** PostgreSQL: how long a claim of a provisioning job lasts unless it is renewed, in milliseconds. */
  readonly leaseMs?: number;
  /** PostgreSQL: called with what a migration of the schema does or waits for, before the storage is open. */
  readonly onMigration?: (message: string) => void;
  /** PostgreSQL: the name of this node in `application_name` and on its jobs. @default none */
  readonly nodeName?: string;
}

/** Why the lock cannot be taken. */
export const inUse = "a service is using it, or it is being restored or copied";

/** An open database. */
export interface Storage {
  readonly computers: ComputerStore;
  readonly apiKeys: ApiKeyStore;
  /** `undefined` if only one process can serve the database. */
  readonly cluster: Cluster | undefined;
  /** Checks whether computers and keys can be read, unless that was checked a moment ago. */
  check(): Promise<void>;
  /** What fails, by the latest check, reads and writes. */
  failing(): StorageFailing;
  figures(): StorageFigures;
  /**
   * Writes a consistent copy, with everything that was acknowledged before the call, into a file that must not exist.
   * Other processes continue.
   */
  backup(path: string): Promise<void>;
  /** Waits for open writes, moves everything into the main file and closes. */
  close(): Promise<void>;
}
