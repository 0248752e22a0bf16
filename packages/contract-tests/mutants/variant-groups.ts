import { implementation } from "../reference/implementation.ts";
import type { Variant, VariantId } from "../reference/variants.ts";
import type { World } from "../reference/world.ts";

/** Variants in which cases are left out, which proves nothing about the others of a group. */
const solitary: ReadonlySet<VariantId> = new Set([
  ...(["status-never-sent", "no-computers", "no-foreign-computers", "one-computer"] as const),
  ...(["active-computers-alone", "no-hosts", "long-names", "one-empty-name"] as const),
]);

/** Puts variants that replace different functions into one group, for an implementation that has all of them. */
export function groupsOf(variants: readonly Variant[]): readonly (readonly Variant[])[] {
  const groups: { readonly members: Variant[]; readonly replaced: Set<string> }[] = [];
  for (const variant of variants.filter(({ id }) => !solitary.has(id))) {
    const { patch } = variant;
    const own = Object.keys(typeof patch === "function" ? patch({ ...implementation } as World) : patch);
    const found = groups.find(({ replaced }) => !own.some((name) => replaced.has(name)));
    const group = found ?? { members: [], replaced: new Set() };
    if (found === undefined) groups.push(group);
    group.members.push(variant);
    for (const name of own) group.replaced.add(name);
  }
  const alone = variants.filter(({ id }) => solitary.has(id)).map((variant) => [variant]);
  return [...groups.map(({ members }) => members), ...alone];
}
