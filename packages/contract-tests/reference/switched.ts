import type { BugId } from "./bugs/bugs.ts";
import type { World } from "./world.ts";

/** What each bug of one kind does to a value. */
export type Effects<Effect> = Readonly<Partial<Record<BugId, Effect>>>;

/** The effects of the bugs that are switched on. */
export function switchedOn<Effect>(world: World, effects: Effects<Effect>): readonly Effect[] {
  return (Object.entries(effects) as [BugId, Effect][])
    .filter(([bug]) => world.bug(bug))
    .map(([, effect]) => effect);
}
