import type { Deviation } from "./deviation.ts";
import { checkVariants } from "./variants/check-variants.ts";
import { recordVariants } from "./variants/record-variants.ts";
import { responseVariants } from "./variants/response-variants.ts";
import { seedVariants } from "./variants/seed-variants.ts";

const tables = { ...responseVariants, ...recordVariants, ...checkVariants, ...seedVariants };

/** The ID of a variant. */
export type VariantId = keyof typeof tables;

/** Behaviour that implementations may have and a suite must not refuse. */
export interface Variant extends Deviation {
  readonly id: VariantId;
}

/** Every legal variant of the reference implementation. */
export const variants: readonly Variant[] = Object.entries<Deviation>(tables).map(([id, allowance]) => ({
  id: id as VariantId,
  ...allowance,
}));
