import type { Bug, BugId } from "../reference/bugs/bugs.ts";
import type { Variant, VariantId } from "../reference/variants.ts";
import { allCases } from "../src/cases/all-cases.ts";
import type { ContractCase } from "../src/cases/contract-case.ts";
import { loadApi } from "../src/openapi/load-api.ts";
import type { Killers } from "./matrix.ts";
import { runOnReference } from "./run-on-reference.ts";
import { groupsOf } from "./variant-groups.ts";

/** A bug or a variant, and the case that failed. */
export interface Killed {
  readonly id: string;
  /** The case that failed, and why; absent if none did. */
  readonly by?: { readonly title: string; readonly message: string } | undefined;
}

/** The result of a run over bugs and variants. */
export interface MutantsReport {
  readonly bugs: readonly Killed[];
  /** Legal variants in which a case failed. */
  readonly refusedVariants: readonly Killed[];
}

interface MutantsOptions {
  readonly bugs: readonly Bug[];
  readonly variants: readonly Variant[];
  /** The number of implementations to test at once. */
  readonly workers: number;
  /** The recorded killers; running them first saves most of the time. */
  readonly killers: Killers;
  /** Whether to run no case but the recorded killer of each bug. */
  readonly onlyKillers?: boolean;
  readonly onDone?: (done: number, total: number) => void;
}

/**
 * Runs the suite against every bug, each in its own implementation, and against every variant. Variants of a group share one; if a
 * case then fails or is left out, each of them runs alone. A variant can hide from the suite what it would refuse in another of its
 * group: one that `--only` chooses runs alone.
 */
export async function runMutants({
  bugs,
  variants,
  workers,
  killers,
  onlyKillers = false,
  onDone = () => {},
}: MutantsOptions): Promise<MutantsReport> {
  const api = loadApi();
  const cases = allCases(api);
  const total = bugs.length + variants.length;
  let done = 0;
  const judge = async (
    subject: Bug | Variant,
    options: { bugs?: BugId[]; variants?: VariantId[] },
  ): Promise<Killed> => {
    const chosen = onlyKillers ? cases.filter(({ title }) => title === killers[subject.id]) : cases;
    const ownCases = likeliestFirst(chosen, subject, killers);
    const failureOf = async () => {
      const { outcomes } = await runOnReference(options, { api, cases: ownCases, stopsAtFailure: true });
      return outcomes.find(({ outcome }) => outcome === "failed");
    };
    // Requests that a bug needs at the same moment may miss each other.
    const mayMiss = "theme" in subject && subject.theme === "concurrency";
    const failed = (await failureOf()) ?? (mayMiss ? await failureOf() : undefined);
    done += 1;
    onDone(done, total);
    const message = failed?.failure?.violations[0]?.message ?? "";
    return {
      id: subject.id,
      by: failed && { title: failed.contractCase.title, message: message.slice(0, 300) },
    };
  };
  const judgeGroup = async (group: readonly Variant[]): Promise<Killed[]> => {
    if (group.length > 1) {
      const together = { variants: group.map(({ id }) => id) };
      const { outcomes } = await runOnReference(together, { api, cases, stopsAtFailure: true });
      if (outcomes.every(({ outcome }) => outcome === "passed")) {
        done += group.length;
        onDone(done, total);
        return [];
      }
    }
    return inParallel(group, 1, (one) => judge(one, { variants: [one.id] }));
  };
  const judgedBugs = await inParallel(bugs, workers, (bug) => judge(bug, { bugs: [bug.id] }));
  const judgedVariants = (await inParallel(groupsOf(variants), workers, judgeGroup)).flat();
  return {
    bugs: judgedBugs,
    refusedVariants: judgedVariants.filter(({ by }) => by !== undefined),
  };
}

async function inParallel<Item, Result>(
  items: readonly Item[],
  workers: number,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = [...items.entries()];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await run(next[1]);
  };
  await Promise.all(Array.from({ length: workers }, work));
  return results;
}

/** The recorded killer of a bug comes first, then the cases of the rule that it breaks. */
function likeliestFirst(cases: readonly ContractCase[], { id, rule }: Bug | Variant, killers: Killers) {
  const rankOf = ({ title, rules }: ContractCase) => {
    if (title === killers[id]) return 0;
    return rules.includes(rule) ? 1 : 2;
  };
  return cases.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Formats what is wrong: the bugs that no case notices, and the variants that a case refuses. */
export function shownFaults({ bugs, refusedVariants }: MutantsReport): string[] {
  return [
    ...bugs.filter(({ by }) => by === undefined).map(({ id }) => `not noticed: ${id}`),
    ...refusedVariants.map(({ id, by }) => `refused: ${id}: ${by?.title}: ${by?.message}`),
  ];
}
