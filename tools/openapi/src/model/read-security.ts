import type { SecurityScheme } from "./api.ts";
import { type JsonObject, listOf, objectOf, textOf } from "./json.ts";

/** Reads the security schemes of a description, by name: bearer tokens (RFC 6750). */
export function readSecuritySchemes(document: JsonObject): Record<string, SecurityScheme> {
  const schemes = Object.entries(objectOf(objectOf(document.components).securitySchemes));
  return Object.fromEntries(
    schemes.map(([name, scheme]) => [name, { description: textOf(objectOf(scheme).description).trim() }]),
  );
}

/** Reads the name of the scheme that an operation needs: its own, or that of the description; `undefined` for none. */
export function readSecurity(document: JsonObject, operation: JsonObject): string | undefined {
  const [requirement] = listOf(operation.security ?? document.security);
  return Object.keys(objectOf(requirement))[0];
}
