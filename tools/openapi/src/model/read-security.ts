import type { CredentialPlace, SecurityRequirement, SecurityScheme } from "./api.ts";
import { DescriptionError } from "./description-error.ts";
import { type JsonObject, listOf, objectOf, textOf } from "./json.ts";
import { placeAt, pointerOf } from "./pointer.ts";

/** Reads the security schemes of a description, by name. */
export function readSecuritySchemes(document: JsonObject): Record<string, SecurityScheme> {
  const names = Object.keys(objectOf(objectOf(document.components).securitySchemes));
  return Object.fromEntries(
    names.map((name) => {
      const { pointer, value } = placeAt(document, pointerOf("components", "securitySchemes", name));
      return [name, readScheme(value, pointer)];
    }),
  );
}

function readScheme(value: JsonObject, pointer: string): SecurityScheme {
  const type = textOf(value.type) as SecurityScheme["type"];
  const known: Readonly<Record<SecurityScheme["type"], () => CredentialPlace | undefined>> = {
    apiKey: () => apiKeyPlace(value),
    http: () => authorization(textOf(value.scheme)),
    oauth2: () => authorization("bearer"),
    openIdConnect: () => authorization("bearer"),
    mutualTLS: () => undefined,
  };
  if (!Object.hasOwn(known, type)) {
    const types = Object.keys(known).join(", ");
    throw new DescriptionError(`A security scheme has no type \`${type}\`: use one of ${types}.`, pointer);
  }
  const flows = Object.values(objectOf(value.flows)).map((flow) => objectOf(objectOf(flow).scopes));
  const scopes = flows.flatMap(Object.entries).map(([scope, text]) => [scope, textOf(text)]);
  return {
    type,
    description: textOf(value.description).trim(),
    credential: known[type](),
    scopes: Object.fromEntries(scopes),
  };
}

function apiKeyPlace({ in: place, name }: JsonObject): CredentialPlace {
  const isHeader = place === "header";
  return {
    in: place as CredentialPlace["in"],
    name: isHeader ? textOf(name).toLowerCase() : textOf(name),
    prefix: "",
  };
}

/** The schemes of HTTP are case-insensitive (RFC 9110, section 11.1); their usual spelling has capitals. */
function authorization(scheme: string): CredentialPlace {
  const name = scheme.toLowerCase();
  const shown = ["basic", "bearer"].includes(name) ? name.charAt(0).toUpperCase() + name.slice(1) : scheme;
  return { in: "header", name: "authorization", prefix: `${shown} ` };
}

/**
 * Reads the requirements of an operation, or those of the description if it has none of its own.
 *
 * @param pointer leads to the operation
 */
export function readSecurity(
  document: JsonObject,
  operation: JsonObject,
  pointer: string,
): SecurityRequirement[] {
  const isOwn = operation.security !== undefined;
  const at = (isOwn ? pointer : "") + pointerOf("security");
  const schemes = objectOf(objectOf(document.components).securitySchemes);
  return listOf(isOwn ? operation.security : document.security).map((requirement, index) =>
    Object.entries(objectOf(requirement)).map(([scheme, scopes]) => {
      if (Object.hasOwn(schemes, scheme)) return { scheme, scopes: listOf(scopes).map(String) };
      const what = `The security scheme ${scheme} is required, but not declared`;
      throw new DescriptionError(
        `${what}: add it to components.securitySchemes.`,
        at + pointerOf(index, scheme),
      );
    }),
  );
}
