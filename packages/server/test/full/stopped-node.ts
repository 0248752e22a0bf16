import { writeSync } from "node:fs";
import { openStorage } from "../../src/storage/open-storage.ts";

/** A node that stops in the middle of a transaction, with computers locked. Takes the database URL and their IDs; is ended by a signal. */

const [, , databaseUrl = "", ...ids] = process.argv;
const storage = await openStorage({ databaseUrl });
await Promise.all(
  ids.map((id) =>
    storage.computers.change({ id, ownerId: "usr_ada" }, (computer) => {
      writeSync(1, "locked\n");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      return { computer, startsJob: false };
    }),
  ),
);
