import { implementation } from "../reference/implementation.ts";
import type { Variant } from "../reference/variants.ts";
import type { World } from "../reference/world.ts";

/**
 * Puts variants that replace different functions into one group, for an implementation that has all of them. Those with other
 * computers, and the one without statuses, stay alone: most leave cases out, which proves nothing about the others of a group.
 */
export function groupsOf(variants: readonly Variant[]): readonly (readonly Variant[])[] {
  const groups: { readonly members: Variant[]; readonly replaced: Set<string> }[] = [];
  for (const variant of variants) {
    const { id, patch } = variant;
    const own = Object.keys(typeof patch === "function" ? patch({ ...implementation } as World) : patch);
    const isAlone = own.includes("seed") || id === "status-never-sent";
    const names = isAlone ? Object.keys(implementation) : own;
    const found = groups.find(({ replaced }) => !names.some((name) => replaced.has(name)));
    const group = found ?? { members: [], replaced: new Set() };
    if (found === undefined) groups.push(group);
    group.members.push(variant);
    for (const name of names) group.replaced.add(name);
  }
  return groups.map(({ members }) => members);
}
