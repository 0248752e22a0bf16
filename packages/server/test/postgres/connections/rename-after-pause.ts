import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Storage } from "../../../src/storage/storage.ts";

/**
 * Renames a computer of `usr_ada` to `call-1`, `call-2` and so on, by the number of tries. In the first transaction
 * this process blocks, like a suspended machine, until PostgreSQL has ended every transaction that waits for it.
 */
export function renameAfterPause({ computers }: Storage, id: string, databaseUrl: string) {
  let calls = 0;
  return computers.change({ id, ownerId: "usr_ada" }, (computer) => {
    calls += 1;
    if (calls === 1) {
      const program = fileURLToPath(new URL("wait-for-rollback.ts", import.meta.url));
      execFileSync(process.execPath, [program, databaseUrl], { timeout: 60_000 });
    }
    return { computer: { ...computer, name: `call-${calls}` }, startsJob: false };
  });
}
