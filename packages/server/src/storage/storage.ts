import type { ApiKeyStore } from "../auth/api-key-store.ts";
import type { Cluster } from "../computers/cluster.ts";
import type { ComputerStore, StorageFigures } from "../computers/computer-store.ts";

/**
 * What a database is opened for: to serve it, to use it beside the services that run on it, or alone, which services and such commands
 * keep from each other by one advisory lock. It ends with the process that has it.
 */
export type DatabaseUse = "serve" | "beside" | "alone";

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
  figures(): StorageFigures;
  /**
   * Writes a consistent copy, which holds everything that was acknowledged before the call, into a file that must not exist.
   * Other processes continue meanwhile.
   */
  backup(path: string): Promise<void>;
  /** Waits for open writes, brings everything into the main file and closes. */
  close(): Promise<void>;
}
