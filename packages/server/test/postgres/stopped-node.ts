import { writeSync } from "node:fs";
import { openStorage } from "../../src/storage/open-storage.ts";

/** A node that stops in the middle of a transaction, with the computer `a` locked. Takes the database URL; is ended by a signal. */

const storage = await openStorage({ databaseUrl: process.argv[2] as string });
await storage.computers.change("a", "usr_ada", (computer) => {
  writeSync(1, "locked\n");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return { computer };
});
