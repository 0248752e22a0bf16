import type { Bug } from "../reference/bugs/bugs.ts";
import type { Killers } from "./matrix.ts";
import { faultOf, findKiller, forEach, isOwnCase } from "./run-on-host.ts";

/**
 * Finds the case that notices each bug: the recorded one if it is right and about the bug's rule, or one that is, or
 * else any other. Returns them with what is wrong with them; a bug that no case notices has none.
 */
export async function recordKillers(
  bugs: readonly Bug[],
  recorded: Killers,
): Promise<{ readonly killers: Killers; readonly faults: readonly string[] }> {
  const killers: Record<string, string> = { ...recorded };
  const faults: string[] = [];
  await forEach(bugs, async (bug) => {
    const known = recorded[bug.id];
    const isRight = known !== undefined && (await faultOf(known, bug)) === undefined;
    if (isRight && isOwnCase(known, bug)) return;
    const killer = await findKiller(bug, isRight ? known : undefined);
    delete killers[bug.id];
    if (killer === undefined) return;
    killers[bug.id] = killer;
    const fault = await faultOf(killer, bug);
    if (fault !== undefined) faults.push(fault);
  });
  return { killers, faults };
}
