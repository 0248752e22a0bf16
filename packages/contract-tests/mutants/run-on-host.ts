import { type Bug, habits } from "../reference/bugs/bugs.ts";
import { moreBrokenRules } from "../reference/bugs/more-broken-rules.ts";
import { Host, type HostOptions } from "../reference/host.ts";
import { type Variant, variants } from "../reference/variants.ts";
import { allCases } from "../src/cases/all-cases.ts";
import type { ContractCase } from "../src/cases/contract-case.ts";
import { inParallel } from "../src/cases/in-parallel.ts";
import { loadApi } from "../src/openapi/load-api.ts";
import type { RuleId } from "../src/openapi/rules.gen.ts";
import type { CaseOutcome, RunResult } from "../src/run/outcome.ts";
import { runContract } from "../src/run/run-contract.ts";
import { remoteTarget } from "../src/targets/remote-target.ts";

const api = loadApi();
const cases = allCases(api);

/**
 * How often a case may miss a bug before it counts as missed: on a busy machine, requests that have to overlap may not.
 */
const attempts = 10;

/** How long to wait for a session that never ends, as some bugs have it. */
const settleWithinMs = 10_000;
/** A limit that only ends what hangs. */
const patienceMs = 600_000;

/** The options of {@link runOnHost}. */
export interface RunOnHostOptions {
  readonly stopsAtFailure?: boolean;
  readonly toleratesDecisions?: boolean;
  /** Called while the host still responds. */
  readonly beforeEnd?: (host: Host, result: RunResult) => Promise<void>;
}

/** Runs cases on a new host, with everything that the command accepts. */
export async function runOnHost(
  options: HostOptions,
  chosen: readonly ContractCase[] = cases,
  { stopsAtFailure = false, toleratesDecisions = false, beforeEnd }: RunOnHostOptions = {},
): Promise<RunResult> {
  await using host = await Host.start(options);
  const target = remoteTarget({
    baseUrl: host.url,
    ...host.credentials,
    // A wrong host may leave some out of its list.
    computers: host.ownIds,
    isDisposable: true,
    maxResponseMs: patienceMs,
    settleWithinMs: options.bugs ? settleWithinMs : patienceMs,
  });
  const controller = new AbortController();
  const onOutcome = ({ outcome }: CaseOutcome) => {
    if (stopsAtFailure && outcome === "failed") controller.abort();
  };
  const run = { api, cases: chosen, seed: 1, signal: controller.signal, onOutcome, toleratesDecisions };
  const result = await runContract(target, run);
  await beforeEnd?.(host, result);
  return result;
}

/** Returns every rule that a bug breaks: a report has to name one of them first. */
export function rulesBrokenBy({ id, rule }: Bug): readonly RuleId[] {
  return [rule, ...(moreBrokenRules[id] ?? [])];
}

/** Returns the rule that a case names first when it notices a bug, or `undefined` if it does not notice the bug. */
export async function noticedRule(title: string, { id }: Bug, tries = attempts): Promise<string | undefined> {
  const chosen = cases.filter((one) => one.title === title);
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const { outcomes } = await runOnHost({ bugs: [id] }, chosen, { stopsAtFailure: true });
    const failure = outcomes.find(({ outcome }) => outcome === "failed")?.failure;
    if (failure) return failure.violations[0]?.rule;
  }
  return undefined;
}

/** Returns what is wrong with the case that a matrix names for a bug, or `undefined` if nothing is. */
export async function faultOf(title: string, bug: Bug, tries?: number): Promise<string | undefined> {
  const rule = await noticedRule(title, bug, tries);
  if (rule === undefined) return `the case "${title}" does not notice the bug ${bug.id}`;
  const broken = rulesBrokenBy(bug);
  if (broken.some((one) => one === rule)) return undefined;
  return `the case that notices the bug ${bug.id} names ${rule} first, not ${broken.join(" or ")}: "${title}"`;
}

/** Whether a case is about the rule that a bug breaks. */
export function isOwnCase(title: string, { rule }: Bug): boolean {
  return cases.some((one) => one.title === title && one.rules.includes(rule));
}

/**
 * Returns a case that notices a bug whenever it runs: if there is one, a case of the bug's rule, and one that names a
 * rule that the bug breaks.
 *
 * @param known a case that is right, which is taken if no case of the rule is
 */
export async function findKiller(bug: Bug, known?: string): Promise<string | undefined> {
  const isOwn = ({ title }: ContractCase) => isOwnCase(title, bug);
  const own = await findIn(cases.filter(isOwn), bug);
  if (own?.isRight) return own.title;
  if (known !== undefined) return known;
  const other = await findIn(
    cases.filter((one) => !isOwn(one)),
    bug,
  );
  return (other?.isRight ? other : (own ?? other))?.title;
}

/** Returns a case that notices a bug whenever it runs, and whether it names a rule that the bug breaks. */
async function findIn(
  chosen: readonly ContractCase[],
  bug: Bug,
): Promise<{ readonly title: string; readonly isRight: boolean } | undefined> {
  let left = chosen;
  let wrong: string | undefined;
  for (;;) {
    const { outcomes } = await runOnHost({ bugs: [bug.id] }, left, { stopsAtFailure: true });
    const title = outcomes.find(({ outcome }) => outcome === "failed")?.contractCase.title;
    if (title === undefined) return wrong === undefined ? undefined : { title: wrong, isRight: false };
    const isCertain =
      (await noticedRule(title, bug, 1)) !== undefined && (await noticedRule(title, bug, 1)) !== undefined;
    if (isCertain && (await faultOf(title, bug, 1)) === undefined) return { title, isRight: true };
    if (isCertain) wrong ??= title;
    left = left.filter((one) => one.title !== title);
  }
}

/**
 * Puts variants that act at different places into one group, for a host that has all of them. Those with other
 * computers, and the one without statuses, get a group each: most leave cases out, which proves nothing about the
 * others of a group.
 */
export function variantGroups(chosen: readonly Variant[] = variants): readonly (readonly Variant[])[] {
  const isAlone = ({ act, id }: Variant) => act === "seed" || act === "seeded" || id === "status-never-sent";
  const groups: Variant[][] = [];
  const placed = new Map<string, number>();
  for (const one of chosen.filter((variant) => !isAlone(variant))) {
    const index = placed.get(one.act) ?? 0;
    placed.set(one.act, index + 1);
    groups[index] = [...(groups[index] ?? []), one];
  }
  return [...groups, ...chosen.filter(isAlone).map((one) => [one])];
}

/** Runs all cases on a host with legal variants, and returns what a case refuses. */
export async function refusalsOf(group: readonly Variant[]): Promise<readonly string[]> {
  const ids = group.map(({ id }) => id);
  const { outcomes } = await runOnHost({ variants: ids });
  return outcomes.flatMap(({ contractCase, failure }) =>
    failure ? [`${ids.join(", ")}: ${contractCase.title}: ${failure.violations[0]?.message}`] : [],
  );
}

/**
 * Runs all cases on a host with the habits of a stack, and returns what a case reports as a breach of the interface.
 */
export async function breachesOf(stack: keyof typeof habits): Promise<readonly string[]> {
  const { outcomes } = await runOnHost({ bugs: habits[stack] }, cases, { toleratesDecisions: true });
  return outcomes.flatMap(({ contractCase, basis, failure }) =>
    failure && basis === "interface"
      ? [`${stack}: ${contractCase.title}: ${failure.violations[0]?.message}`]
      : [],
  );
}

/** Does something for each item, a few at a time. */
export function forEach<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  return inParallel(items, act, 4);
}
