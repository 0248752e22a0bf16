import { parseJsonText } from "@compute-host/core";
import { type ApiKeyStore, apiKeyPages } from "../auth/api-key-store.ts";
import type { StoredComputer } from "../computers/computer.ts";
import type { ComputerStore, StoreCounts } from "../computers/computer-store.ts";
import { listAll } from "./computers.ts";

/** The parts of a storage that are copied. */
export interface DatabaseParts {
  readonly computers: ComputerStore;
  readonly apiKeys: ApiKeyStore;
}

/** What was copied. A job is a computer that is being provisioned. */
export interface CopiedRecords extends StoreCounts {
  readonly apiKeys: number;
}

const difference = "The copy differs from the database; do not use it.";

/**
 * Copies all computers and API keys into an empty database, then reads both databases and compares every record.
 *
 * @param target the name of the second database in messages.
 * @throws Error when the second database is not empty, or differs afterwards.
 */
export async function copyDatabase(
  from: DatabaseParts,
  to: DatabaseParts,
  target: string,
): Promise<CopiedRecords> {
  const [{ computers }, hasKeys] = await Promise.all([to.computers.counts(), to.apiKeys.hasAny()]);
  if (computers > 0 || hasKeys) throw new Error(`The database ${target} is not empty.`);
  await to.computers.add(() => computersOf(from));
  for await (const keys of apiKeyPages(from.apiKeys)) await to.apiKeys.insert(keys);
  return compare(from, to);
}

async function compare(from: DatabaseParts, to: DatabaseParts): Promise<CopiedRecords> {
  const copied = records(to);
  let count = 0;
  for await (const record of records(from)) {
    if ((await copied.next()).value !== record) throw new Error(difference);
    count++;
  }
  if (!(await copied.next()).done) throw new Error(difference);
  const counts = await to.computers.counts();
  return { ...counts, apiKeys: count - counts.computers };
}

async function* computersOf({ computers }: DatabaseParts): AsyncGenerator<StoredComputer> {
  for await (const texts of listAll(computers)) yield* texts.map(parseJsonText);
}

async function* records({ computers, apiKeys }: DatabaseParts): AsyncGenerator<string> {
  for await (const texts of listAll(computers)) yield* texts;
  for await (const keys of apiKeyPages(apiKeys)) yield* keys.map((key) => JSON.stringify(key));
}
