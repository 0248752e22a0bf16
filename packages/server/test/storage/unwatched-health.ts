import { asStorageError } from "../../src/storage/sqlite/file/error.ts";
import type { Health } from "../../src/storage/sqlite/file/health.ts";

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
