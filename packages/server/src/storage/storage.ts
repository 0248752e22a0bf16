import type { ApiKeyStore } from "../auth/api-key-store.ts";
import type { Cluster } from "../computers/cluster.ts";
import type { ComputerStore, StorageFigures } from "../computers/computer-store.ts";

/**
 * What a database is opened for: to serve it, to use it beside the services that run on it, or to use it alone. An advisory lock, which
 * ends with its process, keeps services and commands that use it alone from each other.
 */
export type DatabaseUse = "serve" | "beside" | "alone";

/** How to open the storage. */
export interface OpenStorageOptions {
  /** For example `sqlite:./data/compute-host.db`, `sqlite::memory:` or `postgres://user:password@host/database`. */
  readonly databaseUrl: string;
  /** PostgreSQL: the file that holds the URL, which is read again when the server refuses a connection. @default none */
  readonly databaseUrlFile?: string | undefined;
  /** @default "serve" */
  readonly use?: DatabaseUse;
  /** SQLite: how much of the file is mapped into memory, in bytes. @default 0 */
  readonly mapBytes?: number;
  /** PostgreSQL: how many connections are open at most. @default 10 */
  readonly maxConnections?: number;
  /** PostgreSQL: how long a statement may take, in milliseconds. @default 10000 */
  readonly statementTimeoutMs?: number;
  /** SQLite: called with the absolute path of a database that was made because there was none. */
  readonly onCreated?: (file: string) => void;
  /** SQLite: called with the path of the copy that is kept of an older database, which was migrated. */
  readonly onCopied?: (file: string) => void;
  /** PostgreSQL: how long a claim of a provisioning job lasts unless it is renewed, in milliseconds. @default 10000 */
  readonly leaseMs?: number;
  /** PostgreSQL: is called with what a migration of the schema does or waits for, before this resolves. */
  readonly onMigration?: (message: string) => void;
  /** PostgreSQL: the name of this node in `application_name` and on its jobs. @default none */
  readonly nodeName?: string;
  /** Is called when the storage begins to fail, with the reason, and when it works again, with `undefined`. */
  readonly onStateChange?: (failure: string | undefined) => void;
  /** SQLite: is called with the reason when some pages cannot be read, and with `undefined` when they can again. */
  readonly onDamageChange?: (reason: string | undefined) => void;
  /** PostgreSQL: is called when writes alone begin to be refused, with the reason, and when they no longer are, with `undefined`. */
  readonly onRefusalChange?: (reason: string | undefined) => void;
}

/** Why the lock cannot be had. */
export const inUse = "a service runs on it, or it is being restored or copied";

/** An open database. */
export interface Storage {
  readonly computers: ComputerStore;
  readonly apiKeys: ApiKeyStore;
  /** `undefined` if one process has the database. */
  readonly cluster: Cluster | undefined;
  /** Whether it takes reads and writes, by the outcome of the last ones and by a probe. */
  isReady(): Promise<boolean>;
  /** SQLite: that pages cannot be read, which other reads do not need, and what to do; `undefined` while none is known. */
  damage?(): string | undefined;
  figures(): StorageFigures;
  /**
   * Writes a consistent copy, which holds everything that was acknowledged before the call, into a file that must not exist.
   * Other processes continue meanwhile.
   */
  backup(path: string): Promise<void>;
  /** Waits for open writes, brings everything into the main file and closes. */
  close(): Promise<void>;
}
