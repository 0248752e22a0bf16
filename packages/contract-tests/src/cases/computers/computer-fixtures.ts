import { type Operation, parametersIn } from "@compute-host/openapi";
import type { OperationId, operations } from "@compute-host/types";
import type { CaseContext, PathValues } from "../contract-case.ts";
import { examplePath } from "../examples.ts";
import { getComputer } from "./calls.ts";
import { restoring } from "./changing.ts";
import { findComputer, type Use } from "./find-computers.ts";
import { anyComputer, type Kind, settled } from "./kinds.ts";

/** The ID of no computer, and not a word, so that a text shows where it names the ID. */
export const missingId = "cmp_no_such_computer";

type PathParameter = {
  [Id in OperationId]: operations[Id]["parameters"] extends { path: infer Path } ? keyof Path : never;
}[OperationId];

/** Finds what each path parameter names; omitting a parameter of the description does not compile. */
const finders: {
  readonly [Name in PathParameter]: (context: CaseContext, kind: Kind, use: Use) => Promise<string>;
} = {
  computerId: async (context, kind, use) => (await findComputer(context, kind, use)).id,
};

/** Names what exists, by default what is only read, or an example for a target without state. */
export async function existingPath(
  context: CaseContext,
  operation: Operation,
  kind = anyComputer,
  use: Use = "read",
): Promise<PathValues> {
  if (context.target.lacks.keepsState !== undefined) return examplePath(operation);
  const path: Record<string, string> = {};
  for (const { name } of parametersIn(operation, "path"))
    path[name] = await finders[name as PathParameter](context, kind, use);
  return path;
}

/** Names what does not exist. */
export function missingPath(operation: Operation): PathValues {
  return Object.fromEntries(parametersIn(operation, "path").map(({ name }) => [name, missingId]));
}

/** Names what may be changed and is restored. */
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
