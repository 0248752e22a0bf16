import {
  type Api,
  jsonContentOf,
  type MediaType,
  type Operation,
  type Response,
  type Schema,
  successOf,
} from "../../model/api.ts";
import { pascalCase } from "../../model/names.ts";
import { identifierSource } from "../source-text.ts";

/** A JSON body of an operation: the name of its schema, and the schema itself if the description does not name it. */
export interface BodySchema {
  readonly name: string;
  readonly inline: Schema | undefined;
}

/** The kind of body that the client reads from a success. */
export type SuccessKind = "json" | "text" | "nothing";

/** Returns the JSON body of a request; `undefined` if the operation has none. */
export function requestSchemaOf({ operationId, body }: Operation): BodySchema | undefined {
  return bodySchemaOf(jsonContentOf(body?.content), identifierSource(`${pascalCase(operationId)}Body`));
}

/** Returns the JSON body of a success; `undefined` if it has none. */
export function responseSchemaOf(operation: Operation): BodySchema | undefined {
  const content = jsonContentOf(successOf(operation).content);
  return bodySchemaOf(content, identifierSource(`${pascalCase(operation.operationId)}Response`));
}

/**
 * Determines what the client reads from a success.
 *
 * @throws Error for a body that the client cannot read
 */
export function successKindOf(operation: Operation): SuccessKind {
  const { status, content } = successOf(operation);
  if (content.length === 0) return "nothing";
  if (jsonContentOf(content)) return "json";
  if (content.some(({ mediaType }) => mediaType.startsWith("text/"))) return "text";
  const types = content.map(({ mediaType }) => mediaType).join(", ");
  throw new Error(
    `The client reads JSON and text, but the ${status} of ${operation.operationId} is ${types}: add support in packages/client/src/operation.ts.`,
  );
}

/** Whether an operation has several successes, of which one may be empty, such as 200 and 204. */
export function mayBeEmpty({ responses }: Operation): boolean {
  const isEmptySuccess = ({ status, content }: Response) => status.startsWith("2") && content.length === 0;
  return responses.some(isEmptySuccess);
}

/** Returns the schemas that the description does not name, by their generated names. */
export function inlineSchemasOf({ operations }: Api): Record<string, Schema> {
  const bodies = operations.flatMap((operation) => [requestSchemaOf(operation), responseSchemaOf(operation)]);
  return Object.fromEntries(
    bodies.flatMap((body) => (body?.inline === undefined ? [] : [[body.name, body.inline]])),
  );
}

/** Returns the names of the schemas of all JSON bodies that the client can validate. */
export function bodyNamesOf({ operations }: Api): string[] {
  const bodies = operations.flatMap((operation) => [responseSchemaOf(operation), requestSchemaOf(operation)]);
  return [...new Set(bodies.flatMap((body) => (body === undefined ? [] : [body.name])))];
}

function bodySchemaOf(content: MediaType | undefined, inlineName: string): BodySchema | undefined {
  if (content?.schema === undefined) return undefined;
  return content.schemaName === undefined
    ? { name: inlineName, inline: content.schema }
    : { name: content.schemaName, inline: undefined };
}
