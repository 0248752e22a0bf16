import type { Exchange } from "./call.ts";
import { assertArgument } from "./errors.ts";
import type { Operation } from "./operation.ts";
import { responseError } from "./response-error.ts";
import { type ClientSchemas, findIssues } from "./validation.ts";

/** Throws an InvalidArgumentError if the body of a request breaks its schema. */
export async function validateBody(
  schemas: ClientSchemas,
  operation: Operation | undefined,
  body: unknown,
): Promise<void> {
  const issues = await findIssues(schemas, operation?.bodySchema, body);
  assertArgument(!issues, `${operation?.operationId}: ${issues}`);
}

/** Throws an InvalidResponseError if the data of a success breaks its schema. */
export async function validateData(
  schemas: ClientSchemas,
  operation: Operation | undefined,
  exchange: Exchange,
  data: unknown,
): Promise<void> {
  const schema = exchange.responseSchema ?? operation?.responseSchema;
  const issues = await findIssues(schemas, schema, data);
  if (issues) throw responseError(exchange, `with a body that breaks the schema ${schema}: ${issues}`);
}
