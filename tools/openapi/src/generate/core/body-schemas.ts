import { type Api, type Operation, successOf } from "../../model/api.ts";
import { typesOf } from "../../schema/schemas.ts";

/** Returns the name of the schema of an operation's request body; `undefined` if it takes none. */
export function requestSchema({ body }: Operation): string | undefined {
  return body?.content.schemaName;
}

/** Returns the name of the schema that the successes of an operation share; `undefined` if they have no body. */
export function successSchema(operation: Operation): string | undefined {
  return successOf(operation).content?.schemaName;
}

/** Whether a schema allows only objects. */
export function isObjectSchema({ schemas }: Api, name: string): boolean {
  return typesOf(schemas[name] ?? {}).join() === "object";
}

/** Returns the names of the schemas of all bodies that the client can validate. */
export function bodySchemaNames({ operations }: Api): string[] {
  const names = operations.flatMap((operation) => [successSchema(operation), requestSchema(operation)]);
  return [...new Set(names.filter((name) => name !== undefined))];
}
