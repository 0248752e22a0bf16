import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { BodyTypes } from "./body-types.gen.ts";

/** What the client validates when `validate` is given: the JSON bodies of requests and of successes. */
export type ClientSchemas = {
  readonly [Name in keyof BodyTypes]: StandardSchemaV1<unknown, BodyTypes[Name]>;
};

/**
 * Checks a value against a schema.
 *
 * @returns a text that names every wrong place; `undefined` where there is none, or no schema
 */
export async function findIssues(
  schema: StandardSchemaV1 | undefined,
  value: unknown,
): Promise<string | undefined> {
  const result = await schema?.["~standard"].validate(value);
  return result?.issues
    ?.map(
      ({ path, message }) =>
        `${path?.map((key) => `/${String((key as { key?: unknown }).key ?? key)}`).join("")} ${message}`,
    )
    .join("; ");
}
