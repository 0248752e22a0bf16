import type { Bug, BugId } from "../reference/bugs/bugs.ts";
import type { Variant, VariantId } from "../reference/variants.ts";
import { allCases } from "../src/cases/all-cases.ts";
import type { ContractCase } from "../src/cases/contract-case.ts";
import { loadApi } from "../src/openapi/load-api.ts";
import type { Killed, MutantsReport } from "./kill-table.ts";
import { runOnReference } from "./run-on-reference.ts";

interface MutantsOptions {
  readonly bugs: readonly Bug[];
  readonly variants: readonly Variant[];
  /** The number of implementations to test at once. */
  readonly workers: number;
  /** The case that last detected each bug; running it first saves most of the time. */
  readonly killers: Readonly<Record<string, string>>;
  readonly onDone: (done: number, total: number) => void;
}

/** Runs the suite against every bug and every variant, each in its own implementation. */
export async function runMutants({
  bugs,
  variants,
  workers,
  killers,
  onDone,
}: MutantsOptions): Promise<MutantsReport> {
  const api = loadApi();
  const cases = allCases(api);
  const startedAt = performance.now();
  const total = bugs.length + variants.length;
  let done = 0;
  const judge = async (
    subject: Bug | Variant,
    options: { bugs?: BugId[]; variants?: VariantId[] },
  ): Promise<Killed> => {
    const ownCases = killersFirst(cases, killers[subject.id]);
    const { outcomes } = await runOnReference(options, { api, cases: ownCases, stopsAtFailure: true });
    const failed = outcomes.find(({ outcome }) => outcome === "failed");
    done += 1;
    onDone(done, total);
    const message = failed?.failure?.violations[0]?.message ?? "";
    return {
      id: subject.id,
      theme: "theme" in subject ? String(subject.theme) : "variants",
      title: subject.title,
      by: failed && { title: failed.contractCase.title, message: message.slice(0, 300) },
    };
  };
  const judgedBugs = await inParallel(bugs, workers, (bug) => judge(bug, { bugs: [bug.id] }));
  const judgedVariants = await inParallel(variants, workers, (one) => judge(one, { variants: [one.id] }));
  return {
    bugs: judgedBugs,
    refusedVariants: judgedVariants.filter(({ by }) => by !== undefined),
    variants: variants.length,
    seconds: Math.round((performance.now() - startedAt) / 1000),
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

function killersFirst(cases: readonly ContractCase[], killer: string | undefined): ContractCase[] {
  const isKiller = ({ title }: ContractCase) => title === killer;
  return [...cases.filter(isKiller), ...cases.filter((one) => !isKiller(one))];
}
