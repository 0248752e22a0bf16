import type { Computer } from "@compute-host/types";
import { pickFrom, randomFrom } from "../../data/random.ts";
import { type CaseContext, LeftOutError } from "../contract-case.ts";
import { getComputer, listComputers, withSteps } from "./calls.ts";
import { installDurationMs, type Kind } from "./kinds.ts";
import { restoringRefusal } from "./restorable.ts";

/** How a case uses the computers it requests; "resend" sends them their own values. */
export type Use = "read" | "resend" | "change" | "changeForGood";

/** How many of an owner's computers a case looks at one by one. */
const sampleSize = 40;

/**
 * Finds computers that are currently of a kind: to change them, those with the most fields first, because a change must
 * not lose any; otherwise, the shortest installation first.
 *
 * @throws LeftOutError if there are too few, or too few that may be used this way
 */
export async function findComputers(
  context: CaseContext,
  kind: Kind,
  use: Use,
  count = 1,
): Promise<readonly [Computer, ...Computer[]]> {
  const found: Computer[] = [];
  const refused: string[] = [];
  for (const computer of (await usableComputers(context, use)).filter((one) => kind.matches(one))) {
    if (found.length === count) break;
    const refusal = isChange(use) ? await restoringRefusal(context, computer) : undefined;
    if (refusal === undefined) found.push(computer);
    else refused.push(`${computer.id} could not be put back: ${refusal}`);
  }
  const [first, ...others] = found;
  if (first && found.length >= count) return [first, ...others];
  const isLimited = use !== "read" && context.target.computers !== undefined;
  const owner = !isLimited ? "The owner has" : "Among the computers that may be changed there is";
  const number =
    count === 1 ? `no ${kind.name}: add one` : `${found.length} of ${count}: ${kind.name}; add another`;
  throw new LeftOutError([`${owner} ${number}`, ...refused.slice(0, 1)].join("; "));
}

function isChange(use: Use): boolean {
  return use === "change" || use === "changeForGood";
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
  const all = [first, ...(await usableComputers(context, use)).filter((one) => kind.matches(one))];
  const found: Computer[] = [];
  for (const computer of firstsOf(all, shapeOf)) {
    if (!isChange(use) || (await restoringRefusal(context, computer)) === undefined) found.push(computer);
  }
  return found;
}

function shapeOf({ providerType, status, provisioningSteps = [] }: Computer): string {
  return JSON.stringify([providerType, status, ...provisioningSteps.map((step) => [step.id, step.status])]);
}

/** Returns the first item with each key. */
function firstsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  // Reversed, because a Map keeps the last item of a key.
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();
}

/**
 * Returns all computers if they are few; otherwise the first, the last, one of each shape with the same fields, and
 * some at random.
 */
export function sampleOf({ seed }: CaseContext, computers: readonly Computer[]): readonly Computer[] {
  if (computers.length <= sampleSize) return computers;
  const random = randomFrom(seed);
  const different = firstsOf(computers, (one) => `${shapeOf(one)} ${Object.keys(one).toSorted().join()}`);
  const others = Array.from({ length: sampleSize }, () => pickFrom(computers, random));
  const chosen = [...computers.slice(0, 1), ...computers.slice(-1), ...different, ...others];
  return [...new Set(chosen)].slice(0, sampleSize);
}

/** Returns the computers that may be used this way, in the order of {@link findComputers}. */
export async function usableComputers(context: CaseContext, use: Use): Promise<Computer[]> {
  const { lacks, computers } = context.target;
  const lacking = lacks.keepsState ?? (use === "read" ? undefined : lacks.mayChange);
  const forGood = use === "changeForGood" ? lacks.isDisposable : undefined;
  if (lacking !== undefined) throw new LeftOutError(lacking);
  if (forGood !== undefined) throw new LeftOutError(forGood);
  const allowed = use === "read" ? undefined : computers;
  // The difference of two unknown durations is NaN, though they are equal: hence `|| 0`.
  return (await currentComputers(context))
    .filter(({ id }) => allowed === undefined || allowed.includes(id))
    .toSorted((a, b) => Math.sign(installDurationMs(a) - installDurationMs(b)) || 0)
    .toSorted((a, b) => (use === "change" ? Object.keys(b).length - Object.keys(a).length : 0));
}

/** Returns every listed computer, and those given to the suite even if the list lacks them. */
async function currentComputers(context: CaseContext): Promise<Computer[]> {
  const listed = await listComputers(context, withSteps);
  const ids = new Set(listed.map(({ id }) => id));
  const unlisted = (context.target.computers ?? []).filter((id) => !ids.has(id));
  const read = await Promise.all(unlisted.map((id) => getComputer(context, id)));
  return [...listed, ...read];
}
