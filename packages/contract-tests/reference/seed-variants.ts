import type { Computer } from "./computer.ts";
import { ada, nightly, seedComputers, seedIds } from "./seed-computers.ts";
import type { VariantId } from "./variants.ts";

/** Creates the initial computers according to the variants. */
export function seedFor(
  variants: ReadonlySet<VariantId>,
  computers: readonly Computer[] = seedComputers(),
): readonly Computer[] {
  let seed = computers;
  if (variants.has("no-computers")) seed = seed.filter(({ ownerId }) => ownerId !== ada.id);
  if (variants.has("no-foreign-computers")) seed = seed.filter(({ ownerId }) => ownerId !== nightly.id);
  if (variants.has("one-computer")) {
    seed = seed.filter(({ id, ownerId }) => ownerId !== ada.id || id === seedIds.installFailed);
  }
  if (variants.has("active-computers-alone")) seed = seed.filter(({ status }) => status === "active");
  if (variants.has("no-hosts")) seed = seed.map(({ hostId: _dropped, ...computer }) => computer);
  if (variants.has("same-creation-time"))
    seed = seed.map((computer) => ({ ...computer, createdAt: 1_760_000_000_000 }));
  if (variants.has("ids-need-encoding")) {
    seed = seed.map((computer) => ({ ...computer, id: computer.id.replace("cmp_", "cmp/ü 100%+#") }));
  }
  if (variants.has("bare-byom")) {
    seed = seed.map((computer) =>
      computer.providerType === "byom" ? { ...computer, status: "active", provisioningSteps: [] } : computer,
    );
  }
  return seed;
}
