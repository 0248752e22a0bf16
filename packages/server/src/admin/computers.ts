import { ConflictError, type JsonText, parseJsonText, setFields } from "@compute-host/core";
import { type StoredComputer, stepOutputFields } from "../computers/computer.ts";
import { anyOwner, type ComputerStore, type PageKey, wholeList } from "../computers/computer-store.ts";
import { retryFromStep } from "../computers/retry-from-step.ts";
import { type ComputerConflictCode, ComputerConflictError } from "../computers/store-errors.ts";
import { fieldsSchema, findViolations } from "../openapi/computer-properties.ts";
import { createComputerReader, toProblem } from "./computer-reader.ts";
import { asImportError } from "./import-computers.ts";
import { ImportError } from "./import-error.ts";

// What operators do with computers of any owner, while services may use the database.

const batchSize = 1000;

/** Adds one computer. @throws ImportError naming fields. */
export async function createComputer(computers: ComputerStore, record: object): Promise<StoredComputer> {
  const computer = createComputerReader()(record);
  try {
    await computers.add([computer]);
  } catch (error) {
    throw asImportError(error, () => undefined);
  }
  return computer;
}

/** @throws Error when there is no such computer. */
export async function getComputer(computers: ComputerStore, id: string): Promise<StoredComputer> {
  return JSON.parse(existing(id, await computers.get({ id, ownerId: anyOwner }))) as StoredComputer;
}

/** The fields of a computer that an operator may set. */
const operatorFields = [...stepOutputFields, "name"] as const;

/** The fields that an operator sets. */
export type OperatorUpdate = Partial<Pick<StoredComputer, (typeof operatorFields)[number]>>;

/**
 * Sets fields of a computer, all of them or none.
 *
 * @throws ImportError naming fields.
 * @throws Error when there is no such computer, or a name or host is taken.
 */
export async function updateComputer(
  computers: ComputerStore,
  id: string,
  fields: OperatorUpdate,
): Promise<void> {
  const problems = findViolations(fieldsSchema(operatorFields), fields).map(toProblem);
  if (problems.length > 0) throw new ImportError(problems);
  await change(computers, id, (before) => setFields(before, fields), false);
}

/**
 * Provisions a computer again, starting from a step or from the first that has not completed.
 *
 * @throws Error when there is no such computer or step, or while a step is running.
 */
export function retryComputer(computers: ComputerStore, id: string, fromStep?: string): Promise<void> {
  return change(computers, id, (before) => retryFromStep(before, fromStep), true);
}

/** Deletes a computer and stops its provisioning. Resolves to whether it existed. */
export function deleteComputer(computers: ComputerStore, id: string): Promise<boolean> {
  return computers.remove({ id, ownerId: anyOwner });
}

/** Which computers an operator lists. */
export interface ComputerFilter {
  readonly ownerId?: string | undefined;
  readonly status?: string | undefined;
}

/** The matching computers, or all, in batches. */
export async function* listComputers(
  computers: ComputerStore,
  { ownerId, status }: ComputerFilter,
): AsyncGenerator<readonly StoredComputer[]> {
  const batches = ownerId === undefined ? listAll(computers) : listOwned(computers, ownerId);
  for await (const texts of batches) {
    const all = JSON.parse(`[${texts.join()}]`) as readonly StoredComputer[];
    const found = status === undefined ? all : all.filter((computer) => computer.status === status);
    if (found.length > 0) yield found;
  }
}

/** Every computer as JSON text, ordered by ID. */
export async function* listAll(
  computers: ComputerStore,
): AsyncGenerator<readonly JsonText<StoredComputer>[]> {
  let afterId: string | undefined;
  do {
    const texts = await computers.listAll({ afterId, limit: batchSize });
    if (texts.length > 0) yield texts;
    const last = texts.length < batchSize ? undefined : texts.at(-1);
    afterId = last && parseJsonText(last).id;
  } while (afterId !== undefined);
}

async function* listOwned(computers: ComputerStore, ownerId: string): AsyncGenerator<readonly string[]> {
  let after: PageKey | undefined;
  do {
    const page = await computers.list({ ...wholeList, ownerId, withSteps: true, after });
    yield [page.text];
    after = page.next;
  } while (after !== undefined);
}

async function change(
  computers: ComputerStore,
  id: string,
  apply: (computer: StoredComputer) => StoredComputer,
  startsJob: boolean,
): Promise<void> {
  let stepIds = "";
  try {
    const key = { id, ownerId: anyOwner } as const;
    const changeOf = (before: StoredComputer) => {
      stepIds = before.provisioningSteps.map((step) => step.id).join(", ");
      return { computer: apply(before), startsJob };
    };
    existing(id, await computers.change(key, changeOf));
  } catch (error) {
    if (!(error instanceof ComputerConflictError || error instanceof ConflictError)) throw error;
    if (error.code === "no-such-step")
      throw new Error(`The computer has no such step; it has: ${stepIds || "none"}.`);
    throw new Error(conflicts[error.code] ?? error.message);
  }
}

const conflicts: Partial<Record<ComputerConflictCode, string>> = {
  "nothing-to-retry": "Every step of the computer has completed; choose one with --from.",
  "install-session-running": "A step of the computer is running.",
  "earlier-step-not-completed": "An earlier step has not completed; choose that one with --from.",
  "name-taken": "Another computer of this owner has this name.",
  "host-taken": "Another computer of this owner is linked to this host.",
  "host-already-set": "The computer is already linked to another host, which cannot be changed.",
};

function existing(id: string, text: string | undefined): string {
  if (text === undefined) throw new Error(`There is no computer ${id}.`);
  return text;
}
