import type { Api } from "../../model/api.ts";
import { camelCase } from "../../model/names.ts";
import { freeName, identifierSource } from "../source-text.ts";
import { inlineSchemas } from "./body-schemas.ts";

/** Names the constant of each schema in the client's sources: `crew-list` becomes `crewListSchema`. */
export function schemaConstants(api: Api): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const name of Object.keys({ ...api.schemas, ...inlineSchemas(api) })) {
    const constant = identifierSource(`${camelCase(name)}Schema`);
    owners.set(
      freeName(constant, (taken) => owners.has(taken)),
      name,
    );
  }
  return new Map([...owners].map(([constant, name]) => [name, constant]));
}
