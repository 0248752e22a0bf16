import { isObject } from "../json-value.ts";
import { matches } from "../schema/regular-expression.ts";
import type { DescribedPlace } from "./described-place.ts";

/** Stands for a value that is there, but not recorded or not readable. */
export const unread = Symbol("unread");

/** What a message shows about a place: it is there, or what would hold it is there without it, or neither is known. */
export type Seen = "present" | "absent" | "unread";

/**
 * Looks for a place in a value. One in a list may be in some items and missing in others; nothing is seen of one in an
 * object that is missing.
 *
 * @param path as `MessagePlace.path` has it
 * @param described the description of the value
 * @param isText whether values are written as text, which may be JSON, or a list with its items joined
 */
export function seenAt(
  value: unknown,
  path: readonly string[],
  described: DescribedPlace,
  isText = false,
): readonly Seen[] {
  const [step, ...rest] = path;
  if (step === undefined) return ["present"];
  if (value === unread) return ["unread"];
  if (isText && typeof value === "string") {
    const inner = documentIn(value);
    if (inner !== undefined) return seenAt(inner, path, described);
    return rest.length === 0 && step.startsWith("[") ? ["present"] : ["unread"];
  }
  const inner = valuesAt(value, step, described);
  if (inner.length === 0) return isObject(value) && rest.length === 0 ? ["absent"] : [];
  return inner.flatMap((each) => seenAt(each, rest, described.at(step), isText));
}

/** The values that a step leads to: a discriminator's value leads to the object that has it. */
function valuesAt(value: unknown, step: string, described: DescribedPlace): readonly unknown[] {
  const index = /^\[(\d*)\]$/.exec(step)?.[1];
  if (Array.isArray(value))
    return index === undefined ? [] : index === "" ? value : value.slice(Number(index), Number(index) + 1);
  if (!isObject(value)) return [];
  if (Object.hasOwn(value, step)) return [value[step]];
  const pattern = /^\/(.*)\/$/s.exec(step)?.[1];
  if (pattern !== undefined) return ofNames(value, (name) => matches(pattern, name));
  if (step === "*") return ofNames(value, (name) => !described.declares(name));
  return Object.values(value).includes(step) ? [value] : [];
}

function ofNames(value: object, isIncluded: (name: string) => boolean): readonly unknown[] {
  return Object.entries(value)
    .filter(([name]) => isIncluded(name))
    .map(([, each]) => each);
}

function documentIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
