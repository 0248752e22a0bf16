import type { ApiKeyRecord } from "../auth/api-key-store.ts";
import type { ApiKeys } from "../auth/api-keys.ts";
import type { StoredComputer } from "../computers/computer.ts";
import type { ComputerStore, PageKey } from "../computers/computer-store.ts";
import { retryFromStep } from "../computers/retry-from-step.ts";
import { type ComputerConflictCode, ComputerConflictError } from "../computers/store-errors.ts";
import { type Logger, silentLogger } from "../observability/logger.ts";
import { type Administration, AdministrationError, type ApiKeyInfo } from "./administration.ts";
import type { ComputerReader } from "./computer-reader.ts";
import { asImportError, importComputers } from "./import-computers.ts";

/** The context of {@link createAdministration}. */
export interface AdministrationOptions {
  /** The parts of the storage that commands use. */
  readonly storage: {
    readonly computers: ComputerStore;
    backup(path: string): Promise<void>;
  };
  readonly apiKeys: ApiKeys;
  readonly readComputer: ComputerReader;
  /** Called after a provisioning job begins. */
  readonly wakeProvisioning?: () => void;
  /** Called for a computer whose steps must stop. */
  readonly cancelProvisioning?: (computerId: string) => void;
  /** Logs every change of the database. @default logs nothing */
  readonly logger?: Logger;
}

const batchSize = 1000;

/** Makes the administration of a database that this process has open. */
export function createAdministration(options: AdministrationOptions): Administration {
  const { apiKeys, readComputer, logger = silentLogger } = options;
  const { wakeProvisioning = () => {}, cancelProvisioning = () => {} } = options;
  const { storage } = options;
  const { computers } = storage;
  const audit = (fields: object, message: string) => logger.info({ ...fields, by: "operator" }, message);
  return {
    async importComputers(file) {
      const imported = await importComputers(file, { computers, readComputer });
      audit({ imported }, "computers imported");
      wakeProvisioning();
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
      audit({ computerId: computer.id, ownerId: computer.ownerId }, "computer created");
      wakeProvisioning();
      return computer;
    },
    async retryComputer(id, fromStep) {
      const text = await computers
        .change(id, undefined, (computer) => ({
          computer: retryFromStep(computer, fromStep),
          startsJob: true,
        }))
        .catch((error: unknown) => {
          throw asAdministrationError(error);
        });
      if (text === undefined) throw new AdministrationError(`There is no computer ${id}.`);
      audit({ computerId: id, fromStep }, "provisioning retried");
      wakeProvisioning();
      return JSON.parse(text) as StoredComputer;
    },
    async deleteComputer(id) {
      const isFound = await computers.remove(id);
      if (isFound) {
        audit({ computerId: id }, "computer deleted");
        cancelProvisioning(id);
      }
      return isFound;
    },
    listComputers: (ownerId) => (ownerId === undefined ? listAll(computers) : listOwned(computers, ownerId)),
    async createKey(key) {
      const created = await apiKeys.create(key);
      const { id, ownerId, expiresAt } = created.record;
      audit({ keyId: id, ownerId, expiresAt }, "API key created");
      return { ...withoutHash(created.record), key: created.key };
    },
    listKeys: async () => (await apiKeys.list()).map(withoutHash),
    async revokeKey(id) {
      const isFound = await apiKeys.revoke(id);
      if (isFound) audit({ keyId: id }, "API key revoked");
      return isFound;
    },
    async backup(file) {
      await storage.backup(file);
      audit({ file }, "database backed up");
    },
  };
}

const conflicts: Partial<Record<ComputerConflictCode, string>> = {
  "no-such-step": "The computer has no such step.",
  "nothing-to-retry": "Every step of the computer has completed; name one with --from.",
  "install-session-running": "A step of the computer runs.",
  "earlier-step-not-completed": "An earlier step has not completed; name that one with --from.",
};

function asAdministrationError(error: unknown): unknown {
  if (!(error instanceof ComputerConflictError)) return error;
  return new AdministrationError(conflicts[error.code] ?? error.message);
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
