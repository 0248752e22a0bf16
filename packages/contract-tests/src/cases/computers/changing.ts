import type { Json } from "@compute-host/openapi";
import type { Computer, ComputerUpdate } from "@compute-host/types";
import type { CaseContext } from "../contract-case.ts";
import { getComputer, listComputers, sendUpdate, withSteps } from "./calls.ts";
import { findComputer } from "./find-computers.ts";
import type { Kind } from "./kinds.ts";
import { formerState } from "./restorable.ts";

/** Creates a name that no computer has. */
export function freshName(label = "contract"): string {
  return `${label}-${crypto.randomUUID()}`;
}

/** Runs a function that changes computers, and always restores their names and remote users. */
export async function restoring(
  context: CaseContext,
  computers: readonly Computer[],
  run: () => Promise<void>,
): Promise<void> {
  for (const computer of computers) context.journal.remember(computer.id, { ...formerState(computer) });
  try {
    await run();
  } finally {
    await restoreComputers({ ...context, send: context.sendAside }, new Set(computers.map(({ id }) => id)));
  }
}

/** Creates the run of a case that changes one computer, whose name and remote user are always restored. */
export function changing(
  kind: Kind,
  run: (context: CaseContext, computer: Computer) => Promise<void>,
  use: "change" | "changeForGood" = "change",
) {
  return async (context: CaseContext): Promise<void> => {
    const computer = await findComputer(context, kind, use);
    await restoring(context, [computer], () => run(context, computer));
  };
}

/** Restores all computers in the journal, or some of them. */
export async function restoreComputers(context: CaseContext, ids?: ReadonlySet<string>): Promise<void> {
  const { journal } = context;
  const entries = [...journal.entries].filter(([id]) => ids === undefined || ids.has(id));
  const names = new Set(entries.map(([, { name }]) => name));
  // Two computers may have swapped names, and a name is only free once its holder has a different one.
  const others = await listComputers(context);
  for (const { id, name } of others) {
    const isInTheWay = journal.entries.has(id) && names.has(name) && journal.entries.get(id)?.name !== name;
    if (isInTheWay) await sendUpdate(context, id, { name: freshName() }, 200);
  }
  for (const [id, state] of entries) {
    await sendUpdate(context, id, state as ComputerUpdate, 200);
    journal.forget(id);
  }
}

/**
 * Sends an update that has to be accepted, and reads the record and the list, which the observer of records compares.
 */
export async function updateComputer(
  context: CaseContext,
  computerId: string,
  body: ComputerUpdate,
): Promise<Computer> {
  await sendUpdate(context, computerId, body, 200);
  return readEverywhere(context, computerId);
}

/**
 * Sends an update that has to be refused, and reads the record and the list, which the observer of records compares.
 */
export async function refuseUpdate(
  context: CaseContext,
  computerId: string,
  body: Json | ComputerUpdate,
  status: number,
): Promise<Record<string, unknown>> {
  const { json } = await sendUpdate(context, computerId, body as ComputerUpdate, status);
  await readEverywhere(context, computerId);
  return json as Record<string, unknown>;
}

/** Reads a computer by ID and in the list, with all others. */
export async function readEverywhere(context: CaseContext, computerId: string): Promise<Computer> {
  const read = await getComputer(context, computerId);
  await listComputers(context, withSteps);
  return read;
}
