import { setImmediate as nextTurn } from "node:timers/promises";
import { ConflictError, setFields } from "@compute-host/core";
import type { ApiKeyRecord } from "../auth/api-key-store.ts";
import type { ApiKeys } from "../auth/api-keys.ts";
import type { StoredComputer } from "../computers/computer.ts";
import {
  anyOwner,
  type ComputerStore,
  type PageKey,
  type StepNodes,
  wholeList,
} from "../computers/computer-store.ts";
import { retryFromStep } from "../computers/retry-from-step.ts";
import { type ComputerConflictCode, ComputerConflictError } from "../computers/store-errors.ts";
import { type Logger, silentLogger } from "../observability/logger.ts";
import { createFieldsCheck } from "../openapi/computer-properties.ts";
import type { SpecDocument } from "../openapi/spec-document.ts";
import {
  type Administration,
  AdministrationError,
  type ApiKeyInfo,
  ImportError,
  operatorFields,
} from "./administration.ts";
import { createComputerReader, toProblem } from "./computer-reader.ts";
import { asImportError, importComputers } from "./import-computers.ts";

/** The context of {@link createAdministration}. */
export interface AdministrationOptions {
  /** The parts of the storage that commands use. */
  readonly storage: {
    readonly computers: ComputerStore;
    readonly stepNodes: StepNodes | undefined;
    backup(path: string): Promise<void>;
  };
  readonly apiKeys: ApiKeys;
  /** Says what a record may hold. */
  readonly spec: SpecDocument;
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
  const { apiKeys, spec, logger = silentLogger } = options;
  const { wakeProvisioning = () => {}, cancelProvisioning = () => {} } = options;
  const { storage } = options;
  const { computers } = storage;
  const readComputer = createComputerReader(spec);
  const checkFields = createFieldsCheck(spec, operatorFields);
  const audit = (fields: object, message: string) => logger.info({ ...fields, by: "operator" }, message);

  async function change(
    id: string,
    apply: (computer: StoredComputer) => StoredComputer,
    startsJob: boolean,
  ): Promise<StoredComputer> {
    const text = await computers
      .change({ id, ownerId: anyOwner }, (before) => ({ computer: apply(before), startsJob }))
      .catch((error: unknown) => {
        throw asAdministrationError(error);
      });
    return existing(id, text);
  }

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
      const computer = await change(id, (before) => retryFromStep(before, fromStep), true);
      audit({ computerId: id, fromStep }, "provisioning retried");
      wakeProvisioning();
      return computer;
    },
    async deleteComputer(id) {
      const isFound = await computers.remove({ id, ownerId: anyOwner });
      if (isFound) {
        audit({ computerId: id }, "computer deleted");
        cancelProvisioning(id);
      }
      return isFound;
    },
    async getComputer(id) {
      return existing(id, await computers.get({ id, ownerId: anyOwner }));
    },
    nodesOfSteps: async (id) => storage.stepNodes?.of(id) ?? new Map(),
    listComputers: ({ ownerId, status } = {}) => {
      const all = ownerId === undefined ? listAll(computers) : listOwned(computers, ownerId);
      return status === undefined ? all : withStatus(all, status);
    },
    async updateComputer(id, fields) {
      const problems = checkFields(fields).map(toProblem);
      if (problems.length > 0) throw new ImportError(problems);
      const computer = await change(id, (before) => setFields(before, fields), false);
      audit({ computerId: id, ownerId: computer.ownerId, fields: Object.keys(fields) }, "computer updated");
      return computer;
    },
    async createKey(key) {
      const created = await apiKeys.create(key);
      const { id, ownerId, expiresAt } = created.record;
      audit({ keyId: id, ownerId, expiresAt }, "API key created");
      return { ...withoutHash(created.record), key: created.key };
    },
    async *listKeys() {
      for await (const keys of apiKeys.list()) yield keys.map((key) => JSON.stringify(withoutHash(key)));
    },
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
  "name-taken": "Another computer of this owner has this name.",
  "host-taken": "Another computer of this owner is linked to this host.",
  "host-already-set": "The computer is linked to another host, which cannot be changed.",
};

function asAdministrationError(error: unknown): unknown {
  if (!(error instanceof ComputerConflictError || error instanceof ConflictError)) return error;
  return new AdministrationError(conflicts[error.code] ?? error.message);
}

function withoutHash({ sha256: _sha256, ...info }: ApiKeyRecord): ApiKeyInfo {
  return info;
}

function existing(id: string, text: string | undefined): StoredComputer {
  if (text === undefined) throw new AdministrationError(`There is no computer ${id}.`);
  return JSON.parse(text) as StoredComputer;
}

/** Other requests run between the batches, of which few may pass. */
async function* withStatus(
  batches: AsyncIterable<readonly string[]>,
  status: string,
): AsyncGenerator<readonly string[]> {
  for await (const texts of batches) {
    const found = texts.filter((text) => (JSON.parse(text) as StoredComputer).status === status);
    if (found.length > 0) yield found;
    await nextTurn();
  }
}

/** Every computer as JSON text, in the order of IDs. */
export async function* listAll(computers: ComputerStore): AsyncGenerator<readonly string[]> {
  let afterId: string | undefined;
  do {
    const texts = await computers.listAll({ afterId, limit: batchSize });
    if (texts.length > 0) yield texts;
    const last = texts.length < batchSize ? undefined : texts.at(-1);
    afterId = last && (JSON.parse(last) as { id: string }).id;
  } while (afterId !== undefined);
}

async function* listOwned(computers: ComputerStore, ownerId: string): AsyncGenerator<readonly string[]> {
  let after: PageKey | undefined;
  do {
    const page = await computers.list({ ...wholeList, ownerId, withSteps: true, after });
    const records = JSON.parse(`[${page.text}]`) as unknown[];
    if (records.length > 0) yield records.map((record) => JSON.stringify(record));
    after = page.next;
  } while (after !== undefined);
}
