import { type Api, listOf, objectOf, textOf } from "@compute-host/openapi/model";

/** The header field that carries the token, and the token's prefix. */
export interface CredentialHeader {
  /** In lower case. */
  readonly name: string;
  readonly prefix: string;
}

/** How requests carry a bearer token (RFC 6750, section 2.1). */
export const bearerHeader: CredentialHeader = { name: "authorization", prefix: "Bearer " };

/** Determines how the description's first security scheme expects a token. */
export function credentialHeaderOf({ document }: Pick<Api, "document">): CredentialHeader {
  const [required] = listOf(document.security).flatMap((one) => Object.keys(objectOf(one)));
  const schemes = objectOf(objectOf(document.components).securitySchemes);
  const scheme = objectOf(schemes[required ?? Object.keys(schemes)[0] ?? ""]);
  if (scheme.type === "apiKey" && scheme.in === "header") {
    return { name: textOf(scheme.name).toLowerCase(), prefix: "" };
  }
  if (scheme.type === "http" && textOf(scheme.scheme).toLowerCase() === "basic") {
    return { name: "authorization", prefix: "Basic " };
  }
  return bearerHeader;
}
