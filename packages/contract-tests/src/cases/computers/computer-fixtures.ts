import type { Operation } from "@compute-host/openapi";
import type { CaseContext, PathValues } from "../contract-case.ts";
import { examplePath } from "../examples.ts";
import { getComputer } from "./calls.ts";
import { restoring } from "./changing.ts";
import { findComputer, type Use } from "./find-computers.ts";
import { anyComputer, settled } from "./kinds.ts";

/** The ID of no computer, and not a word, so that a text shows where it names the ID. */
export const missingId = "cmp_no_such_computer";

/** Names a computer, by default one that is only read, or an example for a target without state. */
export async function existingPath(
  context: CaseContext,
  operation: Operation,
  kind = anyComputer,
  use: Use = "read",
): Promise<PathValues> {
  if (!operation.path.includes("{")) return {};
  if (context.target.lacks.keepsState !== undefined) return examplePath(operation);
  return { computerId: (await findComputer(context, kind, use)).id };
}

/** Names a computer that may be changed and is restored. */
export function changeablePath(context: CaseContext, operation: Operation): Promise<PathValues> {
  return existingPath(context, operation, settled, "change");
}

/** Removes what could not be undone from a body: a host stays linked, and a remote user cannot be unset. */
export function reversible<Body extends object>(
  { journal, target }: CaseContext,
  { computerId = "" }: PathValues,
  body: Body,
): Body {
  if (target.lacks.keepsState !== undefined) return body;
  const former = journal.entries.get(computerId) ?? {};
  return Object.fromEntries(Object.entries(body).filter(([name]) => name in former)) as Body;
}

/** Reads a computer that a refused request was for; the observer of records compares it. */
export async function readAside(context: CaseContext, { computerId }: PathValues): Promise<void> {
  if (computerId === undefined || context.target.lacks.keepsState !== undefined) return;
  await getComputer({ ...context, send: context.sendAside }, computerId);
}

/** Runs a function that changes the computer of a path, and restores it. */
export async function restoringPath(
  context: CaseContext,
  { computerId }: PathValues,
  run: () => Promise<void>,
): Promise<void> {
  if (computerId === undefined || context.target.lacks.keepsState !== undefined) return run();
  await restoring(context, [await getComputer(context, computerId)], run);
}
