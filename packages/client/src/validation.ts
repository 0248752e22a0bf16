import type { Computer, ComputerList, ComputerUpdate } from "@compute-host/types";
import type { StandardSchemaV1 } from "@standard-schema/spec";

/** What the client validates when `validate` is given: the request body of an update and every successful response. */
export interface ClientSchemas {
  readonly Computer: StandardSchemaV1<unknown, Computer>;
  readonly ComputerList: StandardSchemaV1<unknown, ComputerList>;
  readonly ComputerUpdate: StandardSchemaV1<unknown, ComputerUpdate>;
}

/**
 * Checks a value against a schema.
 *
 * @returns every place that is wrong, in words; `undefined` where there is none, or no schema
 */
export async function findIssues(
  schema: StandardSchemaV1 | undefined,
  value: unknown,
): Promise<string | undefined> {
  const result = await schema?.["~standard"].validate(value);
  return result?.issues
    ?.map(
      ({ path, message }) =>
        `${path?.map((key) => `/${String(typeof key === "object" ? key.key : key)}`).join("")} ${message}`,
    )
    .join("; ");
}
