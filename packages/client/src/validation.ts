import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { BodyTypes } from "./body-types.gen.ts";

/** What the client validates when `validate` is given: the JSON bodies of requests and of successes. */
export type ClientSchemas = {
  readonly [Name in keyof BodyTypes]: StandardSchemaV1<unknown, BodyTypes[Name]>;
};

/**
 * Checks a value against a schema.
 *
 * @returns a text that names every wrong place; `undefined` where there is none, no schema or no value
 */
export async function findIssues(
  schema: StandardSchemaV1 | undefined,
  value: unknown,
): Promise<string | undefined> {
  if (value === undefined) return undefined;
  try {
    const result = await schema?.["~standard"].validate(value);
    return result?.issues
      ?.map(({ path = [], message }) => {
        const keys = path.map((key) => `/${(key as { key?: unknown }).key ?? key}`);
        return `${keys.join("")} ${message}`;
      })
      .join("; ");
  } catch (error) {
    // A validator that throws has found something as well.
    return String(error);
  }
}
