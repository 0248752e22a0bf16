import type { Computer, ComputerUpdate } from "@compute-host/types";
import type { Exchange } from "../http/exchange.ts";
import type { CaseContext } from "./contract-case.ts";

/** Reads a computer that has to be there. */
export async function getComputer({ send, spec }: CaseContext, computerId: string): Promise<Computer> {
  const operation = spec.operation("getComputer");
  const { json } = await send({ operation, path: { computerId } }, { status: 200 });
  return json as Computer;
}

/** Sends an update; without a `status` any documented answer will do. */
export function updateComputer(
  { send, spec }: CaseContext,
  computerId: string,
  json: ComputerUpdate,
  status?: number,
): Promise<Exchange> {
  const request = { operation: spec.operation("updateComputer"), path: { computerId }, json };
  return send(request, status === undefined ? {} : { status });
}

/** Asks for a retry; without a `status` any documented answer will do. */
export function retryInstallDeps(
  { send, spec }: CaseContext,
  computerId: string,
  status?: number,
): Promise<Exchange> {
  const request = { operation: spec.operation("retryInstallDeps"), path: { computerId } };
  return send(request, status === undefined ? {} : { status });
}

/** Runs something that renames computers, and gives each its name back whatever happens. */
export async function restoringNames(
  context: CaseContext,
  computers: readonly Computer[],
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } finally {
    // Two computers may have swapped names: a name is free only once its holder has another one.
    for (const { id } of computers) await updateComputer(context, id, { name: freshName() });
    for (const { id, name } of computers) await updateComputer(context, id, { name }, 200);
  }
}

/** A name that no computer has. */
export function freshName(): string {
  return `contract-${crypto.randomUUID()}`;
}
