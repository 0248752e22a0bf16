import { ConflictError, setFields } from "@compute-host/core";
import type { ApiKeyRecord } from "../auth/api-key-store.ts";
import type { ApiKeys, NewApiKey } from "../auth/api-keys.ts";
import type { StoredComputer } from "../computers/computer.ts";
import { anyOwner, type ComputerStore, type PageKey, wholeList } from "../computers/computer-store.ts";
import { retryFromStep } from "../computers/retry-from-step.ts";
import { type ComputerConflictCode, ComputerConflictError } from "../computers/store-errors.ts";
import { createFieldsCheck } from "../openapi/computer-properties.ts";
import type { SpecDocument } from "../openapi/spec-document.ts";
import {
  AdministrationError,
  type ApiKeyInfo,
  type ComputerFilter,
  type CreatedKeyInfo,
  ImportError,
  type OperatorUpdate,
  operatorFields,
} from "./administration.ts";
import { createComputerReader, toProblem } from "./computer-reader.ts";
import { asImportError, importComputers } from "./import-computers.ts";

/** The context of {@link createAdministration}. */
export interface AdministrationOptions {
  /** The parts of the storage that commands use. */
  readonly storage: {
    readonly computers: ComputerStore;
  };
  readonly apiKeys: ApiKeys;
  /** Says what a record may hold. */
  readonly spec: SpecDocument;
}

/** The operator's commands on a database, beside the services that run on it. */
export type Administration = ReturnType<typeof createAdministration>;

const batchSize = 1000;

/** Makes the operator's commands on a database. */
export function createAdministration({ storage, apiKeys, spec }: AdministrationOptions) {
  const { computers } = storage;
  const readComputer = createComputerReader(spec);
  const checkFields = createFieldsCheck(spec, operatorFields);

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
    /**
     * Adds the computers of a file of NDJSON, all or none, and resolves to their number.
     *
     * @throws ImportError naming lines and fields.
     */
    importComputers: (file: AsyncIterable<Uint8Array>): Promise<number> =>
      importComputers(file, { computers, readComputer }),

    /**
     * Adds one computer.
     *
     * @throws ImportError naming fields.
     */
    async createComputer(record: object): Promise<StoredComputer> {
      const computer = readComputer(record);
      const addition = await computers.beginImport();
      try {
        await addition.add([computer]);
        await addition.commit();
      } catch (error) {
        throw asImportError(error, () => undefined);
      }
      return computer;
    },

    /**
     * Provisions a computer again, from a step on or from the first that has not completed.
     *
     * @throws AdministrationError when there is no such computer or step, or a step runs.
     */
    retryComputer: (id: string, fromStep?: string): Promise<StoredComputer> =>
      change(id, (before) => retryFromStep(before, fromStep), true),

    /** Deletes a computer, whose provisioning then stops, and resolves to whether there was one. */
    deleteComputer: (id: string): Promise<boolean> => computers.remove({ id, ownerId: anyOwner }),

    /** @throws AdministrationError when there is no such computer. */
    getComputer: async (id: string): Promise<StoredComputer> =>
      existing(id, await computers.get({ id, ownerId: anyOwner })),

    /** The computers that match, or all, as JSON texts in batches. */
    listComputers({ ownerId, status }: ComputerFilter = {}): AsyncIterable<readonly string[]> {
      const all = ownerId === undefined ? listAll(computers) : listOwned(computers, ownerId);
      return status === undefined ? all : withStatus(all, status);
    },

    /**
     * Sets fields of a computer, all of them or none.
     *
     * @throws ImportError naming fields.
     * @throws AdministrationError when there is no such computer, or a name or host is taken.
     */
    async updateComputer(id: string, fields: OperatorUpdate): Promise<StoredComputer> {
      const problems = checkFields(fields).map(toProblem);
      if (problems.length > 0) throw new ImportError(problems);
      return change(id, (before) => setFields(before, fields), false);
    },

    async createKey(key: NewApiKey): Promise<CreatedKeyInfo> {
      const created = await apiKeys.create(key);
      return { ...withoutHash(created.record), key: created.key };
    },

    /** Every key as JSON text, {@link ApiKeyInfo}, in batches, oldest first. */
    async *listKeys(): AsyncGenerator<readonly string[]> {
      for await (const keys of apiKeys.list()) yield keys.map((key) => JSON.stringify(withoutHash(key)));
    },

    /** Revokes a key, and resolves to whether there was an unrevoked key with this ID. */
    revokeKey: (id: string): Promise<boolean> => apiKeys.revoke(id),
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

async function* withStatus(
  batches: AsyncIterable<readonly string[]>,
  status: string,
): AsyncGenerator<readonly string[]> {
  for await (const texts of batches) {
    const found = texts.filter((text) => (JSON.parse(text) as StoredComputer).status === status);
    if (found.length > 0) yield found;
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
