import type { Computer } from "@compute-host/types";
import { type CaseContext, LeftOutError } from "../contract-case.ts";
import { getComputer, listComputers, withSteps } from "./calls.ts";
import { installDurationMs, type Kind } from "./kinds.ts";

/** What is done to the computers that a case asks for. */
export type Use = "read" | "change" | "changeForGood";

/**
 * Finds computers of a kind as they are now, those first whose installation takes least.
 *
 * @throws LeftOutError where there are too few, or too few that may be used so
 */
export async function findComputers(
  context: CaseContext,
  kind: Kind,
  use: Use,
  count = 1,
): Promise<readonly [Computer, ...Computer[]]> {
  const { lacks } = context.target;
  const lacking = lacks.keepsState ?? (use === "read" ? undefined : lacks.mayChange);
  const forGood = use === "changeForGood" ? lacks.isDisposable : undefined;
  if (lacking !== undefined) throw new LeftOutError(lacking);
  if (forGood !== undefined) throw new LeftOutError(forGood);
  const known = await currentComputers(context);
  const allowed = use === "read" ? undefined : context.target.computers;
  const usable = known.filter(({ id }) => allowed === undefined || allowed.includes(id));
  const found = usable
    .filter((computer) => kind.matches(computer))
    .toSorted((a, b) => Math.sign(installDurationMs(a) - installDurationMs(b)) || 0)
    .slice(0, count);
  const [first, ...others] = found;
  if (first && found.length >= count) return [first, ...others];
  const owner = allowed === undefined ? "The owner has" : "Among the computers that may be changed there is";
  const number = count === 1 ? `no ${kind.name}` : `${found.length} of ${count}: ${kind.name}`;
  throw new LeftOutError(`${owner} ${number}`);
}

/** Finds one computer; see {@link findComputers}. */
export async function findComputer(context: CaseContext, kind: Kind, use: Use): Promise<Computer> {
  const [computer] = await findComputers(context, kind, use);
  return computer;
}

/** Finds one computer to read, or nothing where there is none of the kind. */
export async function findIfAny(context: CaseContext, kind: Kind): Promise<Computer | undefined> {
  return findComputer(context, kind, "read").catch((error: unknown) => {
    if (error instanceof LeftOutError) return undefined;
    throw error;
  });
}

/** Every computer of the list, and those that the suite was given, whatever the list says of them. */
async function currentComputers(context: CaseContext): Promise<Computer[]> {
  const listed = await listComputers(context, withSteps);
  const ids = new Set(listed.map(({ id }) => id));
  const unlisted = (context.target.computers ?? []).filter((id) => !ids.has(id));
  const read = await Promise.all(unlisted.map((id) => getComputer(context, id)));
  return [...listed, ...read];
}
