import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** What a record was like before the first change, as far as it can be put back. */
export type FormerState = Readonly<Record<string, unknown>>;

/** Says what has to be put back, by ID: written before a change and removed after it was undone. */
export interface Journal {
  readonly entries: ReadonlyMap<string, FormerState>;
  /** Writes down what a record is like; an entry that is there already is older, and stays. */
  remember(id: string, state: FormerState): void;
  forget(id: string): void;
}

/** A journal for targets that end with the run. */
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
 * A journal that outlives a crash: every change is on disk before the request is sent. The file is there only while
 * something is to be put back.
 *
 * @throws Error where the file belongs to another service
 */
export function openJournal(file: string, baseUrl: string): Journal {
  const memory = createMemoryJournal();
  for (const [id, state] of Object.entries(readJournal(file, baseUrl))) memory.remember(id, state);
  const write = () => {
    if (memory.entries.size === 0) return rmSync(file, { force: true });
    const text: JournalFile = { baseUrl, records: Object.fromEntries(memory.entries) };
    writeFileSync(file, `${JSON.stringify(text, undefined, 2)}\n`, { flush: true, mode: 0o600 });
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
  let journal: JournalFile;
  try {
    journal = JSON.parse(readFileSync(file, "utf8")) as JournalFile;
  } catch (cause) {
    throw new Error(`The journal ${file} cannot be read; look into it before you remove it.`, { cause });
  }
  if (journal.baseUrl === baseUrl) return journal.records;
  throw new Error(`The journal ${file} belongs to ${journal.baseUrl}: name another file with --journal.`);
}
