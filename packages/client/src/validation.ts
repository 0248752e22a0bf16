import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { BodyTypes } from "./body-types.gen.ts";

/** Validators for the JSON bodies of requests and successful responses. */
export type ClientSchemas = {
  readonly [Name in keyof BodyTypes]: StandardSchemaV1<unknown, BodyTypes[Name]>;
};

/**
 * Checks a value against the schema of a name.
 *
 * @returns a text that names every invalid place; `undefined` if there is none, or no schema or no value
 */
export async function findIssues(
  schemas: ClientSchemas,
  name: string | undefined,
  value: unknown,
): Promise<string | undefined> {
  if (value === undefined) return undefined;
  try {
    const schema: StandardSchemaV1 | undefined = schemas[name as keyof ClientSchemas];
    const result = await schema?.["~standard"].validate(value);
    return result?.issues
      ?.map(({ path = [], message }) => {
        const keys = path.map((key) => `/${(key as { key?: unknown }).key ?? key}`);
        return `${keys.join("")} ${message}`;
      })
      .join("; ");
  } catch (error) {
    // A validator that throws has rejected the value, too.
    return String(error);
  }
}
