import { readFileSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

/** What the log may take without a fault: the 64 MiB that it keeps, and the 16 MiB until a checkpoint, as `openDatabase` sets them. */
const usualBytes = 80 * 2 ** 20;

/** Tells why the log grows, unless it does not: because a process reads a state of the database from long ago. */
export function whyLogGrows(database: DatabaseSync, path: string, maxBytes = usualBytes): string | undefined {
  const { size = 0 } = statSync(`${path}-wal`, { throwIfNoEntry: false }) ?? {};
  if (size <= maxBytes) return undefined;
  const { log, checkpointed } = database.prepare("pragma wal_checkpoint(passive)").get() as {
    log: number;
    checkpointed: number;
  };
  if (checkpointed >= log) return undefined;
  return `${readersOf(path)} reads a state of the database from long ago, so its log has grown to ${size} bytes; end what it does`;
}

/** The locks of readers in the index of the log, see https://www.sqlite.org/walformat.html#wal_locks. */
const [firstReader, lastReader] = [123, 127];

/** The processes with a transaction; only Linux tells. */
function readersOf(path: string): string {
  try {
    const { ino } = statSync(`${path}-shm`);
    const processes = readFileSync("/proc/locks", "utf8")
      .split("\n")
      .flatMap((line) => {
        const [, , , , pid, file = "", from] = line.split(/\s+/);
        const isReader = Number(from) >= firstReader && Number(from) <= lastReader;
        return isReader && file.endsWith(`:${ino}`) && Number(pid) !== process.pid ? [pid] : [];
      });
    const names = [...new Set(processes)].map(
      (pid) => `process ${pid} (${readFileSync(`/proc/${pid}/comm`, "utf8").trim()})`,
    );
    return names.join(", ") || "another process";
  } catch {
    return "another process";
  }
}
