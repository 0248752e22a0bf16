import { statSync } from "node:fs";
import { dirname } from "node:path";
import { nearest } from "./nearest.mjs";
import { UsageError } from "./usage-error.ts";

/** What an option or an argument accepts. */
export interface Accepted {
  /** What follows "--port must be", such as "a whole number from 0 to 65535". */
  readonly name: string;
  readonly test: (text: string) => boolean;
  /** The accepted words if they are few, for a suggestion. */
  readonly words?: readonly string[];
}

/** Accepts one of these words. */
export function oneOf(words: readonly string[], name: string = words.join(" or ")): Accepted {
  return { name, words, test: (text) => words.includes(text) };
}

/** Accepts whole numbers, to the largest safe one by default. */
export function wholeNumber(min: number, max: number = Number.MAX_SAFE_INTEGER): Accepted {
  const isOpen = max === Number.MAX_SAFE_INTEGER;
  return {
    name: isOpen ? `a whole number of at least ${min}` : `a whole number from ${min} to ${max}`,
    test: (text) => /^-?\d+$/.test(text) && Number(text) >= min && Number(text) <= max,
  };
}

/** Accepts a regular expression. */
export const regularExpression: Accepted = {
  name: "a regular expression",
  test(text) {
    try {
      return new RegExp(text) instanceof RegExp;
    } catch {
      return false;
    }
  },
};

/** Accepts the path of a file that exists. */
export const existingFile: Accepted = {
  name: "a file that exists",
  test: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true,
};

/** Accepts the path of a file that can be written, so that what takes minutes does not fail at its end. */
export const writableFile: Accepted = {
  name: "a file in a folder that exists",
  test: (path) =>
    statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true &&
    statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory() === true,
};

/** Checks a value. @throws UsageError if it is not accepted, with the nearest word if there is one */
export function checkValue(
  name: string,
  value: string,
  { test, name: expected, words = [] }: Accepted,
): void {
  if (test(value)) return;
  const meant = nearest(value, words);
  const question = meant === undefined ? "" : ` Did you mean ${meant}?`;
  throw new UsageError(`${name} must be ${expected}, not ${JSON.stringify(value)}.${question}`);
}
