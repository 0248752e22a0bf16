import type { ApiKeyStore } from "../auth/api-key-store.ts";
import type { ComputerStore } from "../computers/computer-store.ts";

/** A database that is open. */
export interface Storage {
  readonly computers: ComputerStore;
  readonly apiKeys: ApiKeyStore;
  /** Whether it takes reads and writes at this moment. */
  isReady(): boolean;
  /** Waits for the writes that are under way, brings everything into the main file and closes. */
  close(): Promise<void>;
}
