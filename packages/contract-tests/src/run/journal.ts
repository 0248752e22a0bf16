import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { UsageError } from "@compute-host/command-line";

/** A record's state before the first change, as far as it can be restored. */
export type FormerState = Readonly<Record<string, unknown>>;

/** Records what has to be restored, by ID: written before a change and removed after it was undone. */
export interface Journal {
  readonly entries: ReadonlyMap<string, FormerState>;
  /** Records the state of a record; keeps an existing entry, which is older. */
  remember(id: string, state: FormerState): void;
  forget(id: string): void;
}

/** Creates a journal for targets that end with the run. */
export function createMemoryJournal(): Journal {
  const entries = new Map<string, FormerState>();
  return {
    entries,
    remember: (id, state) => void (entries.has(id) || entries.set(id, state)),
    forget: (id) => void entries.delete(id),
  };
}

interface JournalFile {
  readonly baseUrl: string;
  readonly records: Readonly<Record<string, FormerState>>;
}

/**
 * Opens a journal that survives a crash at any moment: every entry is on disk before the request is sent, and the file
 * is replaced whole. It exists only while something has to be restored.
 *
 * @throws UsageError if the file is not a journal, or belongs to another service
 */
export function openJournal(file: string, baseUrl: string): Journal {
  const memory = createMemoryJournal();
  for (const [id, state] of Object.entries(readJournal(file, baseUrl))) memory.remember(id, state);
  // Of this process: another run in the same folder writes its own.
  const part = `${file}.${process.pid}.part`;
  const write = () => {
    if (memory.entries.size === 0) return rmSync(file, { force: true });
    const journal: JournalFile = { baseUrl, records: Object.fromEntries(memory.entries) };
    writeFileSync(part, `${JSON.stringify(journal, undefined, 2)}\n`, { flush: true, mode: 0o600 });
    renameSync(part, file);
  };
  return {
    entries: memory.entries,
    remember(id, state) {
      memory.remember(id, state);
      write();
    },
    forget(id) {
      memory.forget(id);
      write();
    },
  };
}

function readJournal(file: string, baseUrl: string): JournalFile["records"] {
  if (!existsSync(file)) return {};
  let journal: Partial<JournalFile> | null;
  try {
    journal = JSON.parse(readFileSync(file, "utf8")) as Partial<JournalFile> | null;
  } catch (cause) {
    throw unreadable(file, cause);
  }
  if (typeof journal?.baseUrl !== "string" || journal.records === undefined) throw unreadable(file);
  if (journal.baseUrl === baseUrl) return journal.records;
  throw new UsageError(
    `The journal ${file} belongs to ${journal.baseUrl}: restore it with --restore --base-url ${journal.baseUrl}, ` +
      "or name another file with --journal.",
  );
}

function unreadable(file: string, cause?: unknown): UsageError {
  return new UsageError(`The journal ${file} cannot be read. Inspect it before you remove it.`, { cause });
}
