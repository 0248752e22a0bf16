import { plainly, type Question, reason, type SchemaContext, step } from "./context.ts";
import type { Conjunction, Draft } from "./draft.ts";
import type { Reason } from "./reason.ts";

/** Why the arrays of `a` do not all fit `b`. */
export function compareArrays(a: Draft, b: Draft, question: Question, context: SchemaContext): Reason[] {
  const reasons: Reason[] = [];
  const [minA, maxA] = a.itemCount;
  const [minB, maxB] = b.itemCount;
  if (minB > minA)
    reasons.push(reason(question, "item-count", { a: `minItems ${minA}`, b: `minItems ${minB}` }));
  if (maxB < maxA) reasons.push(reason(question, "item-count", { a: maxText(maxA), b: maxText(maxB) }));
  if (b.hasUniqueItems && !a.hasUniqueItems && maxA > 1) {
    reasons.push(reason(question, "unique-items", { a: "false", b: "true" }));
  }
  return [...reasons, ...compareItems(a, b, question, context), ...compareContains(a, b, question, context)];
}

function compareItems(a: Draft, b: Draft, question: Question, context: SchemaContext): Reason[] {
  const reasons: Reason[] = [];
  const prefix = Math.max(0, ...[...a.arrays, ...b.arrays].map((shape) => shape.prefix.length));
  const [, maxA] = a.itemCount;
  for (let index = 0; index < Math.min(prefix, maxA); index++) {
    const itemsB = itemsAt(b, index);
    reasons.push(...context.compare(itemsAt(a, index), itemsB, step(question, `[${index}]`, itemsB)));
  }
  if (maxA <= prefix) return reasons;
  const restB = itemsAt(b, prefix);
  if (restB.includes(false)) return reasons;
  return [...reasons, ...context.compare(itemsAt(a, prefix), restB, step(question, "[]", restB))];
}

function itemsAt(draft: Draft, index: number): Conjunction {
  return draft.arrays.flatMap(({ prefix, rest }) => {
    const schema = index < prefix.length ? prefix[index] : rest;
    return schema === undefined ? [] : [schema];
  });
}

function compareContains(a: Draft, b: Draft, question: Question, context: SchemaContext): Reason[] {
  const missing = b.contains.filter((wanted) => {
    const inner = plainly(question);
    const isMinKept =
      wanted.min === 0 ||
      a.contains.some(
        (own) => own.min >= wanted.min && context.compare([own.schema], [wanted.schema], inner).length === 0,
      );
    const isMaxKept =
      !Number.isFinite(wanted.max) ||
      a.itemCount[1] <= wanted.max ||
      a.contains.some(
        (own) => own.max <= wanted.max && context.compare([wanted.schema], [own.schema], inner).length === 0,
      );
    return !(isMinKept && isMaxKept);
  });
  return missing.map(() => reason(question, "items-contained"));
}

function maxText(max: number): string {
  return Number.isFinite(max) ? `maxItems ${max}` : "no maxItems";
}
