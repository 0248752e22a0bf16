import type { Api } from "../../model/api.ts";
import type { Schema } from "../../schema/schemas.ts";
import { typeDeclarations } from "../types/type-declarations.ts";
import { optionsSchema, optionsTypeName } from "./client-parameters.ts";

/** The types that the client names. */
export interface ClientTypes {
  /** The spelling of each schema's type in the client's sources. */
  readonly typeOf: ReadonlyMap<string, string>;
  /** The declarations of types that the types package lacks. */
  readonly declarations: ReadonlyMap<string, string>;
}

/** Declares the types of the parameters. */
export function clientTypes(api: Api): ClientTypes {
  const options = optionsSchemas(api);
  const names = new Map([
    ...Object.keys(api.schemas).map((name): [string, string] => [name, `types.${name}`]),
    ...Object.keys(options).map((name): [string, string] => [name, name]),
  ]);
  const bases = new Map(Object.keys(options).map((name) => [name, "CallOptions"]));
  return { typeOf: names, declarations: typeDeclarations({ ...api.schemas, ...options }, { names, bases }) };
}

/** Returns the schemas of the operations' own options, by the names of their types. */
export function optionsSchemas({ operations }: Api): Record<string, Schema> {
  return Object.fromEntries(
    operations.flatMap((operation) => {
      const schema = optionsSchema(operation);
      return schema === undefined ? [] : [[optionsTypeName(operation), schema]];
    }),
  );
}
