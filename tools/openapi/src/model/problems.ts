import { type JsonObject, objectOf, textOf } from "../schema/json.ts";
import { errorsOf, type Operation } from "./api.ts";

/** An example of a problem in a response. */
export interface ShownProblem {
  /** The last part of its type, such as `name-taken`. */
  readonly key: string;
  /** The status of the response, or `default`. */
  readonly status: string;
  readonly value: JsonObject;
  /** JSON Pointer to the value. */
  readonly pointer: string;
}

/** Returns the problems that the responses of an operation show. */
export function problemsOf(operation: Operation): ShownProblem[] {
  return errorsOf(operation).flatMap(({ status, content }) =>
    (content?.examples ?? []).map((example) => {
      const value = objectOf(example.value);
      const key = textOf(value.type).split("/").filter(Boolean).at(-1) ?? "";
      return { key, status, value, pointer: example.pointer };
    }),
  );
}

/**
 * Returns the keys of the problems that any request may get: a `default` shows them, or every operation does. An
 * operation that needs no credentials need not show those of 401.
 */
export function problemsOfAnyRequest(operations: readonly Operation[]): ReadonlySet<string> {
  const shown = operations.map((operation) => ({ operation, problems: problemsOf(operation) }));
  const isOfAny = ({ key, status }: ShownProblem) =>
    status === "default" ||
    shown.every(
      ({ operation, problems }) =>
        problems.some((one) => one.key === key) || (status === "401" && operation.security === undefined),
    );
  return new Set(shown.flatMap(({ problems }) => problems.filter(isOfAny)).map(({ key }) => key));
}
