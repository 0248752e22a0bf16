import type { Health } from "../../src/storage/sqlite/health.ts";
import { asStorageError } from "../../src/storage/sqlite/sqlite-error.ts";

/** Health for tests that look at one part of the storage: it maps errors and watches nothing. */
export const unwatchedHealth: Health = {
  reading(read) {
    try {
      return read();
    } catch (error) {
      throw asStorageError(error);
    }
  },
  endReads() {},
  assertInPlace() {},
  assertVersion() {},
  committed() {},
  failed() {},
  isReady: () => true,
  failures: 0,
  stop() {},
};
