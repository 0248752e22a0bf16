import { arrayOf, type JsonObject, objectOf, sameJson, stringsOf } from "../../json-value.ts";

/** One kind of credential as it is presented on the wire. */
export interface Credential {
  readonly name: string;
  /** The Security Scheme Object, and the parts of it that are visible on the wire. */
  readonly node: JsonObject;
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
    Object.entries(objectOf(alternative)).map(([name, scopes]) => {
      const node = objectOf(schemes[name]);
      return { name, node, scheme: wireForm(node), scopes: stringsOf(scopes) };
    }),
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

/** Formats what two versions of a scheme say differently, each for itself. */
export function differenceTexts(older: Credential, newer: Credential): { older: string; newer: string } {
  const [before, after] = [partsOf(older.scheme), partsOf(newer.scheme)];
  const textOf = (name: string, own: readonly string[], other: readonly string[]) => {
    const differing = own.filter((part) => !other.includes(part));
    return differing.length > 0 ? `${name} (${differing.join(", ")})` : name;
  };
  return { older: textOf(older.name, before, after), newer: textOf(newer.name, after, before) };
}

function partsOf({ flows, ...own }: JsonObject): string[] {
  const urls = Object.entries(objectOf(flows)).flatMap(([flow, each]) =>
    Object.entries(objectOf(each)).map(([key, url]) => [`${flow}.${key}`, url]),
  );
  const defined = [...Object.entries(own), ...urls].filter(([, value]) => value !== undefined);
  return defined.map(([key, value]) => `${key}: ${value}`);
}

function oneText({ name, scopes }: Credential): string {
  return scopes.length > 0 ? `${name} (${scopes.join(", ")})` : name;
}

/** Whether a client that has the one can present the other, whatever their scopes. */
export function isSameScheme(held: Credential, wanted: Credential): boolean {
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
