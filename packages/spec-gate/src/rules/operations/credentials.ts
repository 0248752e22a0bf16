import { componentName, schemeByUri } from "../../document/components.ts";
import { arrayOf, isObject, type JsonObject, objectOf, sameJson, stringsOf } from "../../json-value.ts";

/** One kind of credential as it is presented on the wire. */
export interface Credential {
  readonly name: string;
  /** The Security Scheme Object; `undefined` if the description has none of this name. */
  readonly node: JsonObject | undefined;
  /** The parts of it that are visible on the wire; without one, its name, which may stand for anything. */
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
  return alternatives.map(objectOf).map((alternative) =>
    Object.entries(alternative).map(([written, scopes]) => {
      const byUri = schemeByUri(alternative, written);
      const found = byUri ?? schemes[written];
      const node = isObject(found) ? found : undefined;
      const name = (byUri && componentName(byUri)) ?? written;
      return { name, node, scheme: node ? wireForm(node) : { undefined: name }, scopes: stringsOf(scopes) };
    }),
  );
}

/** Whether a client with the credentials of the base can present those of the revision. */
export function isStillEnough(base: CredentialSet, revision: CredentialSet): boolean {
  return revision.every((wanted) => base.some((held) => isSameScheme(held, wanted) && covers(held, wanted)));
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
export function differenceTexts(base: Credential, revision: Credential): { base: string; revision: string } {
  const baseParts = base.node ? partsOf(base.scheme) : ["not defined"];
  const revisionParts = revision.node ? partsOf(revision.scheme) : ["removed"];
  const textOf = (name: string, own: readonly string[], other: readonly string[]) => {
    const differing = own.filter((part) => !other.includes(part));
    return differing.length > 0 ? `${name} (${differing.join(", ")})` : name;
  };
  return {
    base: textOf(base.name, baseParts, revisionParts),
    revision: textOf(revision.name, revisionParts, baseParts),
  };
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
export function isSameScheme(base: Credential, revision: Credential): boolean {
  const { flows: baseFlows, ...baseRest } = base.scheme;
  const { flows: revisionFlows, ...revisionRest } = revision.scheme;
  if (!sameJson(baseRest, revisionRest)) return false;
  return Object.entries(objectOf(baseFlows)).every(([flow, urls]) =>
    areUrlsKept(objectOf(urls), objectOf(objectOf(revisionFlows)[flow])),
  );
}

/** An additional URL is one more way to authenticate, so only removed or changed URLs count. */
function areUrlsKept(base: JsonObject, revision: JsonObject): boolean {
  return Object.entries(base).every(([key, url]) => url === undefined || url === revision[key]);
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
