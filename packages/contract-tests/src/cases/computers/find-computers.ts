import type { Computer } from "@compute-host/types";
import { type CaseContext, LeftOutError } from "../contract-case.ts";
import { getComputer, listComputers, withSteps } from "./calls.ts";
import { installDurationMs, type Kind } from "./kinds.ts";

/** How a case uses the computers it requests. */
export type Use = "read" | "change" | "changeForGood";

/**
 * Finds computers that are currently of a kind, shortest installation first.
 *
 * @throws LeftOutError if there are too few, or too few that may be used this way
 */
export async function findComputers(
  context: CaseContext,
  kind: Kind,
  use: Use,
  count = 1,
): Promise<readonly [Computer, ...Computer[]]> {
  const usable = await usableComputers(context, use);
  const found = usable.filter((computer) => kind.matches(computer)).slice(0, count);
  const [first, ...others] = found;
  if (first && found.length >= count) return [first, ...others];
  const isLimited = use !== "read" && context.target.computers !== undefined;
  const owner = !isLimited ? "The owner has" : "Among the computers that may be changed there is";
  const number = count === 1 ? `no ${kind.name}` : `${found.length} of ${count}: ${kind.name}`;
  throw new LeftOutError(`${owner} ${number}`);
}

/** Finds one computer; see {@link findComputers}. */
export async function findComputer(context: CaseContext, kind: Kind, use: Use): Promise<Computer> {
  const [computer] = await findComputers(context, kind, use);
  return computer;
}

/** Finds a computer, or returns `undefined` if there is none of the kind. */
export async function findIfAny(
  context: CaseContext,
  kind: Kind,
  use: Use = "read",
): Promise<Computer | undefined> {
  return findComputer(context, kind, use).catch((error: unknown) => {
    if (error instanceof LeftOutError) return undefined;
    throw error;
  });
}

/** Finds one computer of each shape, which is its provider and its steps. */
export async function findShapes(context: CaseContext, kind: Kind, use: Use): Promise<readonly Computer[]> {
  const [first] = await findComputers(context, kind, use);
  const shapeOf = ({ providerType, status, provisioningSteps = [] }: Computer) =>
    JSON.stringify([providerType, status, ...provisioningSteps.map((step) => [step.id, step.status])]);
  const all = [first, ...(await usableComputers(context, use)).filter((one) => kind.matches(one))];
  return all.filter((one, index) => all.findIndex((other) => shapeOf(other) === shapeOf(one)) === index);
}

/** Returns the computers that may be used this way, shortest installation first. */
async function usableComputers(context: CaseContext, use: Use): Promise<Computer[]> {
  const { lacks, computers } = context.target;
  const lacking = lacks.keepsState ?? (use === "read" ? undefined : lacks.mayChange);
  const forGood = use === "changeForGood" ? lacks.isDisposable : undefined;
  if (lacking !== undefined) throw new LeftOutError(lacking);
  if (forGood !== undefined) throw new LeftOutError(forGood);
  const allowed = use === "read" ? undefined : computers;
  return (await currentComputers(context))
    .filter(({ id }) => allowed === undefined || allowed.includes(id))
    .toSorted((a, b) => Math.sign(installDurationMs(a) - installDurationMs(b)) || 0);
}

/** Returns every listed computer, and those given to the suite even if the list lacks them. */
async function currentComputers(context: CaseContext): Promise<Computer[]> {
  const listed = await listComputers(context, withSteps);
  const ids = new Set(listed.map(({ id }) => id));
  const unlisted = (context.target.computers ?? []).filter((id) => !ids.has(id));
  const read = await Promise.all(unlisted.map((id) => getComputer(context, id)));
  return [...listed, ...read];
}
