import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Storage } from "../../src/storage/storage.ts";

/** A storage under test, which can be closed and opened again. */
export interface StorageUnderTest {
  open(): Promise<Storage>;
  /** Removes what it has on disk. */
  remove(): void;
}

/** Every storage; each one passes the whole suite. */
export const storages: readonly (readonly [name: string, make: () => StorageUnderTest])[] = [
  [
    "SQLite",
    () => {
      const folder = mkdtempSync(join(tmpdir(), "compute-host-storage-"));
      return {
        open: () => openStorage({ databaseUrl: `sqlite:${join(folder, "data", "test.db")}` }),
        remove: () => rmSync(folder, { recursive: true }),
      };
    },
  ],
];
