import type { Operation } from "@compute-host/openapi/model";
import { bearerCredential, type Credential } from "../openapi/credentials.ts";

/** The value of a request's first credential, and how a failure shows it, because reports must never contain a token. */
export interface Authorization {
  /** `null` sends no credential at all. */
  readonly value: string | null;
  /** The value as written in a shell with the token variables set. */
  readonly shown: string;
}

/** Sends no credentials. */
export const noCredentials: Authorization = { value: null, shown: "" };

/** What requests authenticate with. */
export interface CredentialSource {
  readonly token: string;
  /** The credentials of an operation. @default the token as a bearer token */
  readonly credentialsOf?: (operation: Operation) => readonly Credential[];
}

/** A credential in a request. */
type Carried = Pick<Credential, "place" | "value" | "shown">;

/** Returns the credentials that a request carries, with the request's own value for the first of them. */
export function carriedBy(
  source: CredentialSource,
  operation: Operation,
  authorization?: Authorization,
): readonly Carried[] {
  if (authorization?.value === null) return [];
  const all = source.credentialsOf?.(operation) ?? [bearerCredential(source)];
  if (authorization === undefined) return all;
  const [first = bearerCredential(source), ...others] = all;
  return [{ place: first.place, value: authorization.value, shown: authorization.shown }, ...others];
}

/** Returns the header fields that carry credentials: as sent, or as shown. */
export function credentialFields(
  carried: readonly Carried[],
  text: "value" | "shown",
): [name: string, value: string][] {
  return carried.flatMap(({ place, ...texts }): [string, string][] => {
    if (place.in === "query") return [];
    return [place.in === "cookie" ? ["cookie", `${place.name}=${texts[text]}`] : [place.name, texts[text]]];
  });
}

/** Adds the credentials that a query carries to a URL: as sent, or as shown. */
export function withCredentialQuery(
  url: string,
  carried: readonly Carried[],
  text: "value" | "shown",
): string {
  const inQuery = carried.filter(({ place }) => place.in === "query");
  return inQuery.reduce((whole, { place, ...texts }) => {
    const value = text === "value" ? encodeURIComponent(texts.value) : texts.shown;
    return `${whole}${whole.includes("?") ? "&" : "?"}${encodeURIComponent(place.name)}=${value}`;
  }, url);
}
