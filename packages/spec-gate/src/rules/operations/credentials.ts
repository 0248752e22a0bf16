import { arrayOf, type JsonObject, objectOf, sameJson, stringsOf } from "../../json-value.ts";

/** One kind of credential as it is presented on the wire. */
export interface Credential {
  readonly name: string;
  readonly scheme: JsonObject;
  readonly scopes: readonly string[];
}

/** Credentials that are presented together; an empty set requires none. */
export type CredentialSet = readonly Credential[];

/** An operation's alternative sets of credentials; any one is sufficient. */
export function credentialSetsOf(root: JsonObject, operation: JsonObject): CredentialSet[] {
  const alternatives = arrayOf(operation.security ?? root.security ?? []);
  if (alternatives.length === 0) return [[]];
  const schemes = objectOf(objectOf(root.components).securitySchemes);
  return alternatives.map((alternative) =>
    Object.entries(objectOf(alternative)).map(([name, scopes]) => ({
      name,
      scheme: wireForm(objectOf(schemes[name])),
      scopes: stringsOf(scopes),
    })),
  );
}

/** Whether a client with the older credentials can present the newer ones. */
export function isStillEnough(older: CredentialSet, newer: CredentialSet): boolean {
  return newer.every((wanted) => older.some((held) => isSameScheme(held, wanted) && covers(held, wanted)));
}

/** Whether the sets name the same credentials, whatever their schemes say. */
export function namesSame(a: CredentialSet, b: CredentialSet): boolean {
  return a.length === b.length && a.every((held) => b.some((other) => other.name === held.name));
}

/** Formats the credentials for a message. */
export function credentialsText(sets: readonly CredentialSet[]): string {
  return sets.map((set) => set.map(oneText).join(" and ") || "none").join(" or ");
}

function oneText({ name, scopes }: Credential): string {
  return scopes.length > 0 ? `${name} (${scopes.join(", ")})` : name;
}

function isSameScheme(held: Credential, wanted: Credential): boolean {
  const { flows: before, ...own } = held.scheme;
  const { flows: after, ...other } = wanted.scheme;
  if (!sameJson(own, other)) return false;
  return Object.entries(objectOf(before)).every(([flow, urls]) =>
    areUrlsKept(objectOf(urls), objectOf(objectOf(after)[flow])),
  );
}

/** An additional URL is one more way to authenticate, so only removed or changed URLs count. */
function areUrlsKept(before: JsonObject, after: JsonObject): boolean {
  return Object.entries(before).every(([key, url]) => url === undefined || url === after[key]);
}

function covers(held: Credential, wanted: Credential): boolean {
  return wanted.scopes.every((scope) => held.scopes.includes(scope));
}

/** The parts of a scheme that are visible on the wire, which excludes its texts. */
function wireForm(scheme: JsonObject): JsonObject {
  const { type, name, in: place, openIdConnectUrl } = scheme;
  const isHeader = place === "header";
  const flows = Object.entries(objectOf(scheme.flows)).map(([flow, value]) => {
    const { authorizationUrl, tokenUrl, refreshUrl, deviceAuthorizationUrl } = objectOf(value);
    return [flow, { authorizationUrl, tokenUrl, refreshUrl, deviceAuthorizationUrl }];
  });
  return {
    type,
    name: isHeader && typeof name === "string" ? name.toLowerCase() : name,
    in: place,
    scheme: typeof scheme.scheme === "string" ? scheme.scheme.toLowerCase() : scheme.scheme,
    openIdConnectUrl,
    flows: Object.fromEntries(flows),
  };
}
