import type { ApiKeyStore } from "../auth/api-key-store.ts";
import type { Cluster } from "../computers/cluster.ts";
import type { ComputerStore, StorageFigures } from "../computers/computer-store.ts";

/**
 * What a database is opened for: to serve it, to share it with running services, or to use it exclusively. Services and
 * exclusive commands exclude each other by an advisory lock, which ends with its process.
 */
export type DatabaseUse = "serve" | "shared" | "exclusive";

/** How to open the storage. */
export interface OpenStorageOptions {
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
  /** Called with the reason when the storage begins to fail, and with `undefined` when it works again. */
  readonly onStateChange?: (failure: string | undefined) => void;
  /** SQLite: called with the reason when some pages cannot be read, and with `undefined` when they can again. */
  readonly onDamageChange?: (reason: string | undefined) => void;
  /**
   * PostgreSQL: called with the reason when this node starts refusing writes but not reads, and with `undefined` when
   * it stops.
   */
  readonly onRefusalChange?: (reason: string | undefined) => void;
}

/** Why the lock cannot be taken. */
export const inUse = "a service is using it, or it is being restored or copied";

/** An open database. */
export interface Storage {
  readonly computers: ComputerStore;
  readonly apiKeys: ApiKeyStore;
  /** `undefined` if only one process can serve the database. */
  readonly cluster: Cluster | undefined;
  /** Whether it takes reads and writes, judged by recent ones and by a probe. */
  isReady(): Promise<boolean>;
  /** SQLite: that some pages cannot be read, and what to do; `undefined` while there is no known damage. */
  damage?(): string | undefined;
  figures(): StorageFigures;
  /**
   * Writes a consistent copy, with everything that was acknowledged before the call, into a file that must not exist.
   * Other processes continue.
   */
  backup(path: string): Promise<void>;
  /** Waits for open writes, moves everything into the main file and closes. */
  close(): Promise<void>;
}
