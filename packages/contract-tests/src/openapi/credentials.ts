import {
  type Api,
  type CredentialPlace,
  listOf,
  type Operation,
  objectOf,
  type SecurityRequirement,
} from "@compute-host/openapi/model";

/** A credential as a request carries it, and how a failure shows it, because reports must never contain one. */
export interface Credential {
  readonly place: CredentialPlace;
  /** What the caller got from the service: a token, a key, or `user:password`. */
  readonly secret: string;
  /** The environment variable that holds the secret. */
  readonly variable: string;
  /** The value on the wire, with its prefix. */
  readonly value: string;
  /** The value as written in a shell with the variables set. */
  readonly shown: string;
}

/** The secrets of a target. */
export interface Secrets {
  /** The secret of the description's first security scheme. */
  readonly token: string;
  /** The secrets of other security schemes, by name. */
  readonly credentials?: Readonly<Record<string, string>>;
}

type Security = Pick<Api, "document" | "securitySchemes">;

const tokenVariable = "CONTRACT_TOKEN";
const bearer: CredentialPlace = { in: "header", name: "authorization", prefix: "Bearer " };

/** A request lacks a credential; the message says which, and where to put it. */
export class MissingCredentialError extends Error {
  override readonly name = "MissingCredentialError";
}

/** The environment variable with the secret of a security scheme, unless that is the first one. */
export function variableOf(scheme: string): string {
  return `${tokenVariable}_${scheme.toUpperCase().replaceAll(/\W/g, "_")}`;
}

/** A bearer token (RFC 6750, section 2.1), for requests outside any description. */
export function bearerCredential({ token }: Secrets): Credential {
  return credentialIn(bearer, token, tokenVariable);
}

/** The places of the credentials that an operation takes, those of its first alternative first. */
export function placesOf({ securitySchemes }: Security, { security }: Operation): CredentialPlace[] {
  return security.flat().flatMap(({ scheme }) => securitySchemes[scheme]?.credential ?? []);
}

/**
 * Returns what a request to an operation carries: the credentials of the first alternative that the target has all of.
 *
 * @throws MissingCredentialError if there is none
 */
export function credentialsOf(api: Security, operation: Operation, secrets: Secrets): Credential[] {
  const first = firstScheme(api);
  const found = operation.security.map((uses) => uses.map((use) => credentialOf(api, use, secrets, first)));
  const complete = found.find((credentials) => credentials.every((one) => one !== undefined));
  if (complete !== undefined || found.length === 0) return (complete ?? []) as Credential[];
  throw new MissingCredentialError(
    `${operation.operationId} needs ${operation.security.map((uses) => lackOf(api, uses)).join(", or ")}`,
  );
}

function credentialOf(
  { securitySchemes }: Security,
  { scheme }: SecurityRequirement[number],
  { token, credentials = {} }: Secrets,
  first: string | undefined,
): Credential | undefined {
  const place = securitySchemes[scheme]?.credential;
  const own = Object.hasOwn(credentials, scheme) ? credentials[scheme] : undefined;
  const secret = own ?? (scheme === first ? token : undefined);
  if (place === undefined || secret === undefined || secret === "") return undefined;
  return credentialIn(place, secret, own === undefined ? tokenVariable : variableOf(scheme));
}

/** The scheme that the description names first, which a single token is for. */
function firstScheme({ document, securitySchemes }: Security): string | undefined {
  const [required] = listOf(document.security).flatMap((one) => Object.keys(objectOf(one)));
  return required ?? Object.keys(securitySchemes)[0];
}

function credentialIn(place: CredentialPlace, secret: string, variable: string): Credential {
  const isPair = isBasic(place) && secret.includes(":");
  const shown = isPair ? `$(printf %s $${variable} | base64 -w0)` : `$${variable}`;
  return {
    place,
    secret,
    variable,
    value: place.prefix + (isPair ? base64(secret) : secret),
    shown: place.prefix + shown,
  };
}

/** Whether a credential is a user and a password (RFC 7617). */
export function isBasic({ prefix }: CredentialPlace): boolean {
  return prefix === "Basic ";
}

/** Encodes a user and a password. */
export function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function lackOf({ securitySchemes }: Security, uses: SecurityRequirement): string {
  const names = uses.map(({ scheme }) =>
    securitySchemes[scheme]?.credential === undefined
      ? `${scheme} (${securitySchemes[scheme]?.type}), which this suite cannot send`
      : `a credential for ${scheme} in ${variableOf(scheme)}`,
  );
  return names.join(" and ");
}
