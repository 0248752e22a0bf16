import { createHash, type Hash } from "node:crypto";
import { type ApiKeyStore, apiKeyPages } from "../auth/api-key-store.ts";
import type { ComputerStore } from "../computers/computer-store.ts";

/** The parts of a storage that an export holds. */
export interface DatabaseParts {
  readonly computers: ComputerStore;
  readonly apiKeys: ApiKeyStore;
}

/** Identifies the content of a database: equal for databases with the same content. */
export interface DatabaseSummary {
  readonly computers: number;
  /** Computers whose provisioning has not ended. */
  readonly jobs: number;
  readonly apiKeys: number;
  /** SHA-256 of the records of an export, in hexadecimal. */
  readonly sha256: string;
}

/** The first line of an export. */
export const exportHeader = '{"export":"compute-host","version":1}';

const batchSize = 1_000;

/** Counts records and hashes them in the order in which they come. */
export class RecordDigest {
  readonly #hash: Hash = createHash("sha256");
  #computers = 0;
  #jobs = 0;
  #apiKeys = 0;

  add(line: string, kind: "computer" | "job" | "apiKey"): void {
    this.#hash.update(line).update("\n");
    if (kind === "apiKey") this.#apiKeys += 1;
    else this.#computers += 1;
    if (kind === "job") this.#jobs += 1;
  }

  summary(): DatabaseSummary {
    const sha256 = this.#hash.copy().digest("hex");
    return { computers: this.#computers, jobs: this.#jobs, apiKeys: this.#apiKeys, sha256 };
  }
}

/** Whether a computer is being provisioned, and so has a job. */
export function hasJob(computer: { readonly status?: unknown }): boolean {
  return computer.status === "provisioning";
}

/**
 * Writes the content of a database as lines of JSON: each computer as it is stored, in the order of IDs, each API key with its
 * hash, and a last line with counts and a hash of these lines.
 */
export async function exportDatabase(
  parts: DatabaseParts,
  write: (text: string) => Promise<void>,
): Promise<DatabaseSummary> {
  const digest = new RecordDigest();
  await write(`${exportHeader}\n`);
  let afterId: string | undefined;
  do {
    const texts = await parts.computers.listAll({ afterId, limit: batchSize });
    const lines = texts.map((text) => `{"computer":${text}}`);
    afterId = undefined;
    for (const [index, line] of lines.entries()) {
      const computer = JSON.parse(texts[index] as string) as { id: string; status?: string };
      digest.add(line, hasJob(computer) ? "job" : "computer");
      if (index === batchSize - 1) afterId = computer.id;
    }
    if (lines.length > 0) await write(`${lines.join("\n")}\n`);
  } while (afterId !== undefined);
  for await (const page of apiKeyPages(parts.apiKeys)) {
    const keys = page.map((apiKey) => JSON.stringify({ apiKey }));
    for (const line of keys) digest.add(line, "apiKey");
    await write(`${keys.join("\n")}\n`);
  }
  const summary = digest.summary();
  await write(`${JSON.stringify({ end: summary })}\n`);
  return summary;
}

/** The last line that an export of the database would have. */
export function summarizeDatabase(parts: DatabaseParts): Promise<DatabaseSummary> {
  return exportDatabase(parts, async () => {});
}
