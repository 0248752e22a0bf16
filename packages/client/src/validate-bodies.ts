import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Exchange } from "./call.ts";
import { assertArgument } from "./errors.ts";
import type { Operation } from "./operation.ts";
import { responseError } from "./response-error.ts";
import type { ClientSchemas } from "./validation.ts";

/** Throws an InvalidArgumentError if the body of a request breaks its schema. */
export async function validateBody(
  schemas: ClientSchemas,
  operation: Operation | undefined,
  body: unknown,
): Promise<void> {
  const issues = await findIssues(schemas, operation?.bodySchema, body).catch(String);
  assertArgument(!issues, `${operation?.operationId}: ${issues}`);
}

/** Throws an InvalidResponseError if the data of a success breaks its schema. */
export async function validateData(
  schemas: ClientSchemas,
  operation: Operation | undefined,
  exchange: Exchange,
  data: unknown,
): Promise<void> {
  const schema = operation?.responseSchema;
  const issues = await findIssues(schemas, schema, data).catch(String);
  if (issues) throw responseError(exchange, `with a body that breaks the schema ${schema}: ${issues}`);
}

/** Names every invalid place; `undefined` if there is none, or no schema or no value. A validator that throws rejects the value, too. */
async function findIssues(
  schemas: Readonly<Record<string, StandardSchemaV1>>,
  name = "",
  value: unknown,
): Promise<string | undefined> {
  const result = value === undefined ? value : await schemas[name]?.["~standard"].validate(value);
  return result?.issues
    ?.map(({ path = [], message }) => {
      const keys = path.map((key) => `/${(key as { key?: unknown }).key ?? key}`);
      return `${keys.join("")} ${message}`;
    })
    .join("; ");
}
