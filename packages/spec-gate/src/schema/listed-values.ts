import { draftAccepts } from "./accepts.ts";
import type { Draft } from "./draft.ts";
import { isLanguageWithin } from "./string-language.ts";

// More integers than these are compared by their bounds.
const maxIntegers = 100;

/** The draft without listed values that its own keywords rule out; nothing where none is left. */
export function withPossibleValues(draft: Draft): Draft[] {
  const values = draft.values?.filter((value) => draftAccepts(draft, value)) ?? finiteValues(draft);
  if (!values) return [draft];
  return values.length > 0 ? [{ ...draft, values }] : [];
}

/** All values of a type that has only a few. */
function finiteValues(draft: Draft): readonly unknown[] | undefined {
  const all = { boolean: [true, false], null: [null] }[String(draft.types[0])];
  return all?.filter((value) => draftAccepts(draft, value));
}

/** The integers between the bounds of the draft, where they are few. */
export function integersOf(draft: Draft): number[] | undefined {
  const { isInteger, lowest, highest } = draft;
  const first = Math.ceil(lowest.value);
  const count = Math.floor(highest.value) - first + 1;
  if (draft.types[0] !== "number" || !isInteger || !(count <= maxIntegers)) return undefined;
  const all = Array.from({ length: Math.max(0, count) }, (_, index) => first + index);
  return all.filter((value) => draftAccepts(draft, value));
}

/** Whether the patterns and lengths of the draft let only listed texts through. */
export function isEveryTextListed(draft: Draft, values: readonly unknown[]): boolean {
  if (draft.types[0] !== "string" || draft.patterns.length === 0) return false;
  const texts = values.filter((value) => typeof value === "string").map(escapedText);
  const listed = { patterns: [`^(?:${texts.join("|")})$`], length: [0, Number.POSITIVE_INFINITY] } as const;
  return isLanguageWithin({ patterns: draft.patterns, length: draft.length }, listed);
}

function escapedText(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
