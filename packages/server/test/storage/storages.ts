import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { takePreparedDatabase } from "../postgres/test-database.ts";

/** A storage under test, which can be closed and opened again. */
export interface StorageUnderTest {
  readonly databaseUrl: string;
  open(): Promise<Storage>;
  /** Removes what it has on disk. */
  remove(): Promise<void>;
}

/** Every storage; each one passes the whole suite. */
export const storages: readonly (readonly [name: string, make: () => Promise<StorageUnderTest>])[] = [
  [
    "SQLite",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "compute-host-storage-"));
      const databaseUrl = `sqlite:${join(folder, "data", "test.db")}`;
      return {
        databaseUrl,
        open: () => openStorage({ databaseUrl }),
        remove: async () => rmSync(folder, { recursive: true }),
      };
    },
  ],
  [
    "PostgreSQL",
    async () => {
      const { url: databaseUrl, release } = await takePreparedDatabase();
      return { databaseUrl, open: () => openStorage({ databaseUrl }), remove: release };
    },
  ],
];
