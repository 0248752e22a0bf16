import { InvalidArgumentError } from "./errors.ts";

/** The class of a value of any realm, such as `Null` or `Map`. */
export function classOf(value: unknown): string {
  return {}.toString.call(value).slice(8, -1);
}

/** Whether a value is an object of any realm, but not an array, a `Map` or the like. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return classOf(value) === "Object";
}

/**
 * Throws an InvalidArgumentError unless an argument is right. Its message has a number, or the class of any other value,
 * which may be secret.
 *
 * @param what it must be
 */
export function assertArgument(
  isRight: unknown,
  name: string,
  what: string,
  value: unknown,
): asserts isRight {
  if (isRight) return;
  const got = typeof value === "number" ? value : classOf(value);
  throw new InvalidArgumentError(`${name} must be ${what}; got ${got}`);
}

/**
 * Returns what `make` makes of an argument.
 *
 * @throws InvalidArgumentError if it throws or returns `undefined`
 */
export function argumentFrom<T>(
  make: () => T,
  name: string,
  what: string,
  value: unknown,
): Exclude<T, undefined> {
  let made: T | undefined;
  try {
    made = make();
  } catch {}
  assertArgument(made !== undefined, name, what, value);
  return made as Exclude<T, undefined>;
}

/**
 * Returns what the client uses for the value of an option.
 *
 * @throws InvalidArgumentError naming the option
 */
export type Check<T = unknown> = (value: unknown, name: string) => T;

/** Creates a check that returns the value itself. */
export function mustBe(what: string, isRight: (value: unknown) => boolean): Check {
  return (value, name) => {
    assertArgument(isRight(value), name, what, value);
    return value;
  };
}

export const aFunction: Check = /* @__PURE__ */ mustBe("a function", (value) => typeof value === "function");

export const anObject: Check = /* @__PURE__ */ mustBe("an object", isObject);

export const text: Check = /* @__PURE__ */ mustBe("text", (value) => typeof value === "string");

export function numberFrom(least: number): Check {
  return mustBe(`a number >= ${least}`, (value) => typeof value === "number" && value >= least);
}

/** The check of each option that there is; those that are checked where they are used have none. */
export type Checks = Readonly<Record<string, Check | undefined>>;

/** Refuses a value that is not an object, or has another member than these: a misspelt one would go unnoticed. */
export function assertMembers(value: unknown, name: string, known: readonly string[]): void {
  anObject(value, name);
  const unknown = Object.keys(value as object).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new InvalidArgumentError(`${name} must not have ${unknown}`);
}

/**
 * Returns what the checks return for the options that are not `undefined`.
 *
 * @param name how messages call the options
 * @throws InvalidArgumentError naming the option that is wrong or unknown
 */
export function checkOptions(name: string, options: unknown, checks: Checks): Record<string, unknown> {
  assertMembers(options, name, Object.keys(checks));
  const checked: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(options as object))
    if (value !== undefined) checked[key] = checks[key]?.(value, key);
  return checked;
}
