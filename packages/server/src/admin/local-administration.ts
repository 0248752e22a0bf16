import type { ApiKeyRecord } from "../auth/api-key-store.ts";
import type { ApiKeys } from "../auth/api-keys.ts";
import type { ComputerStore, PageKey } from "../computers/computer-store.ts";
import type { Administration, ApiKeyInfo } from "./administration.ts";
import type { ComputerReader } from "./computer-reader.ts";
import { asImportError, importComputers } from "./import-computers.ts";

/** What {@link createAdministration} works on. */
export interface AdministrationOptions {
  readonly computers: ComputerStore;
  readonly apiKeys: ApiKeys;
  readonly readComputer: ComputerReader;
  /** Is told that computers were added, so that their provisioning begins. */
  readonly onAdded?: () => void;
}

const batchSize = 1000;

/** Makes the administration of a database that this process has open. */
export function createAdministration(options: AdministrationOptions): Administration {
  const { computers, apiKeys, readComputer, onAdded = () => {} } = options;
  return {
    async importComputers(file) {
      const imported = await importComputers(file, { computers, readComputer });
      onAdded();
      return { imported };
    },
    async createComputer(record) {
      const computer = readComputer(record);
      const addition = await computers.beginImport();
      try {
        await addition.add([computer]);
        await addition.commit();
      } catch (error) {
        throw asImportError(error, () => undefined);
      }
      onAdded();
      return computer;
    },
    listComputers: (ownerId) => (ownerId === undefined ? listAll(computers) : listOwned(computers, ownerId)),
    async createKey(key) {
      const created = await apiKeys.create(key);
      return { ...withoutHash(created.record), key: created.key };
    },
    listKeys: async () => (await apiKeys.list()).map(withoutHash),
    revokeKey: (id) => apiKeys.revoke(id),
  };
}

function withoutHash({ sha256: _sha256, ...info }: ApiKeyRecord): ApiKeyInfo {
  return info;
}

async function* listAll(computers: ComputerStore): AsyncGenerator<readonly string[]> {
  let afterId: string | undefined;
  do {
    const texts = await computers.listAll(afterId, batchSize);
    if (texts.length > 0) yield texts;
    const last = texts.length < batchSize ? undefined : texts.at(-1);
    afterId = last && (JSON.parse(last) as { id: string }).id;
  } while (afterId !== undefined);
}

async function* listOwned(computers: ComputerStore, ownerId: string): AsyncGenerator<readonly string[]> {
  let next: PageKey | undefined;
  do {
    const page = await computers.list({ ownerId, withSteps: true }, next);
    const records = JSON.parse(`[${page.text}]`) as unknown[];
    if (records.length > 0) yield records.map((record) => JSON.stringify(record));
    next = page.next;
  } while (next !== undefined);
}
