import { type Api, type MediaType, type Operation, type Schema, successOf } from "../../model/api.ts";
import { ownTypeName } from "../../model/names.ts";
import { resolveSchema, typesOf } from "../../model/schemas.ts";

/** The schema of a body: its name, and the schema itself if the description does not name it. */
export interface BodySchema {
  readonly name: string;
  readonly inline: Schema | undefined;
}

/** Returns the schema of the body that an operation takes; `undefined` if it takes none. */
export function requestSchema(operation: Operation): BodySchema | undefined {
  return readBodySchema(operation.body?.content[0], ownTypeName(operation, "Body"));
}

/** Returns the schema of the body of an operation's successes, which is one; `undefined` if they have none. */
export function successSchema(operation: Operation): BodySchema | undefined {
  return readBodySchema(successOf(operation).content[0], ownTypeName(operation, "Response"));
}

/** Whether a schema allows objects alone. */
export function isObjectSchema(api: Api, { name, inline }: BodySchema): boolean {
  const schema = inline ?? api.schemas[name];
  const types = schema === undefined ? [] : typesOf(resolveSchema(api.document, schema));
  return types.length === 1 && types[0] === "object";
}

/** Returns the bodies whose schema the description does not name. */
export function inlineBodies(api: Api): (BodySchema & { readonly inline: Schema })[] {
  return usedBodySchemas(api).flatMap((body) =>
    body.inline === undefined ? [] : [{ ...body, inline: body.inline }],
  );
}

/** Returns the schemas of these bodies, by their generated names. */
export function inlineSchemas(api: Api): Record<string, Schema> {
  return Object.fromEntries(inlineBodies(api).map(({ name, inline }) => [name, inline]));
}

/** Returns the names of the schemas of all bodies that the client can validate. */
export function bodySchemaNames(api: Api): string[] {
  return [...new Set(usedBodySchemas(api).map(({ name }) => name))];
}

function usedBodySchemas({ operations }: Api): BodySchema[] {
  const schemas = operations.flatMap((operation) => [successSchema(operation), requestSchema(operation)]);
  return schemas.filter((schema) => schema !== undefined);
}

function readBodySchema(content: MediaType | undefined, inlineName: string): BodySchema | undefined {
  if (content === undefined) return undefined;
  const { schema, schemaName } = content;
  return schemaName === undefined
    ? { name: inlineName, inline: schema }
    : { name: schemaName, inline: undefined };
}
