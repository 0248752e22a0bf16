import type { BugId } from "./bugs/bugs.ts";
import type { World } from "./world.ts";

/** The effects of bugs on one kind of value. */
export type Effects<Effect> = Readonly<Partial<Record<BugId, Effect>>>;

/** Returns the effects of the active bugs. */
export function switchedOn<Effect>(world: World, effects: Effects<Effect>): readonly Effect[] {
  return (Object.entries(effects) as [BugId, Effect][])
    .filter(([bug]) => world.bug(bug))
    .map(([, effect]) => effect);
}
