import type { Alternative } from "../alternatives/alternative.ts";
import { itemsAt } from "../alternatives/example.ts";
import { type Comparison, compareInterval, plainly, reason, type SchemaContext, step } from "./comparison.ts";
import type { Found } from "./schema-pair.ts";

/** Returns why not all arrays of `a` fit `b`. */
export function compareArrays(
  a: Alternative,
  b: Alternative,
  comparison: Comparison,
  context: SchemaContext,
): Found[] {
  const counts = [a.itemCount, b.itemCount] as const;
  const isUnique = b.hasUniqueItems && !a.hasUniqueItems && a.itemCount[1] > 1;
  return [
    ...compareInterval(comparison, "item-count", ["minItems", "maxItems"], counts),
    ...(isUnique ? [reason(comparison, "unique-items", { a: "false", b: "true" })] : []),
    ...compareItems(a, b, comparison, context),
    ...compareContains(a, b, comparison, context),
  ];
}

function compareItems(
  a: Alternative,
  b: Alternative,
  comparison: Comparison,
  context: SchemaContext,
): Found[] {
  const reasons: Found[] = [];
  const prefix = Math.max(0, ...[...a.arrays, ...b.arrays].map((shape) => shape.prefix.length));
  const [, maxA] = a.itemCount;
  for (let index = 0; index < Math.min(prefix, maxA); index++) {
    const [itemsA, itemsB] = [itemsAt(a, index), itemsAt(b, index)];
    reasons.push(...context.compare(itemsA, itemsB, step(comparison, `[${index}]`, itemsA, itemsB)));
  }
  if (maxA <= prefix) return reasons;
  const restB = itemsAt(b, prefix);
  // Such items are a limit of `itemCount`, which is compared as one.
  if (restB.includes(false)) return reasons;
  const restA = itemsAt(a, prefix);
  return [...reasons, ...context.compare(restA, restB, step(comparison, "[]", restA, restB))];
}

function compareContains(
  a: Alternative,
  b: Alternative,
  comparison: Comparison,
  context: SchemaContext,
): Found[] {
  const missing = b.contains.filter((wanted) => {
    const inner = plainly(comparison);
    const isMinKept =
      wanted.min === 0 ||
      a.contains.some((own) => own.min >= wanted.min && context.fits([own.schema], [wanted.schema], inner));
    const isMaxKept =
      !Number.isFinite(wanted.max) ||
      a.itemCount[1] <= wanted.max ||
      a.contains.some((own) => own.max <= wanted.max && context.fits([wanted.schema], [own.schema], inner));
    return !(isMinKept && isMaxKept);
  });
  return missing.map(() => reason(comparison, "items-contained"));
}
