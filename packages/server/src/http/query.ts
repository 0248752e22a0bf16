import type { QueryParameter } from "../openapi/operations.ts";
import type { SchemaCheck } from "../openapi/schema-validation.ts";
import { invalidRequest, type RequestViolation } from "./problem.ts";

/** The known parameters of a query. */
export type Query = Readonly<Record<string, string>>;

/** Reads a query, which is what stands after the question mark. */
export type QueryReader = (query: string) => Query;

const empty: Query = {};

/** Makes the reader of an operation's query; unknown parameters are ignored. */
export function createQueryReader(
  parameters: readonly QueryParameter[],
  compile: (pointer: string) => SchemaCheck,
): QueryReader {
  const checks = parameters.map(({ name, isRequired, schemaPointer }) => ({
    name,
    isRequired,
    check: compile(schemaPointer),
  }));
  const needsReading = parameters.some(({ isRequired }) => isRequired);

  return (text) => {
    if (text === "" && !needsReading) return empty;
    const given = new URLSearchParams(text);
    const query: Record<string, string> = {};
    const errors: RequestViolation[] = [];
    for (const { name, isRequired, check } of checks) {
      const [value, ...further] = given.getAll(name);
      if (value === undefined) {
        if (isRequired) errors.push({ parameter: name, message: "is required" });
      } else if (further.length > 0) {
        errors.push({ parameter: name, message: "is given more than once" });
      } else {
        errors.push(...check(value).map(({ message }) => ({ parameter: name, message })));
        query[name] = value;
      }
    }
    if (errors.length > 0) throw invalidRequest(errors);
    return query;
  };
}
