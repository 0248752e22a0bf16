import { type Api, acceptOf, type Operation, type SecurityScheme } from "../../model/api.ts";
import { DescriptionError } from "../../model/description-error.ts";
import { pointerOf } from "../../model/pointer.ts";
import { generatedHeader } from "../generated-file.ts";
import { commentSource, quotedKeySource, valueSource } from "../source-text.ts";

/** A member of an operation in the client's sources, and its source. */
export type Field = readonly [name: string, source: string];

/** Returns the value of the header field `Accept` that suits the most operations. */
export function mostCommonAccept({ operations }: Api): string {
  const counts = new Map<string, number>();
  for (const types of operations.map(acceptOf)) {
    if (types.length > 0) counts.set(types.join("\n"), (counts.get(types.join("\n")) ?? 0) + 1);
  }
  const choices = [...counts].map(([joined, count]) => ({ types: joined.split("\n"), count }));
  const suited = choices.map(({ types }) => {
    const covered = choices.filter((needed) => isCovered(needed.types, types));
    return { types, count: covered.reduce((sum, { count }) => sum + count, 0) };
  });
  const [most] = suited.toSorted((a, b) => b.count - a.count || a.types.length - b.types.length);
  return most?.types.join(", ") ?? "*/*";
}

function isCovered(needed: readonly string[], types: readonly string[]): boolean {
  return needed.every((type) => types.includes(type));
}

/**
 * Returns the member that changes how the requests of an operation are sent, if it is not like the others.
 *
 * @param commonAccept see {@link mostCommonAccept}
 */
export function adapterFields(api: Api, operation: Operation, commonAccept: string): Field[] {
  const accept = acceptOf(operation);
  const alternatives = sentAlternatives(api, operation);
  const isCommon = isCovered(accept, commonAccept.split(", "));
  const parts = [
    ...(isCommon ? [] : [`accept: ${valueSource(accept.join(", "))}`]),
    ...(isTokenAlone(alternatives) ? [] : [`security: ${valueSource(alternatives)}`]),
  ];
  return parts.length === 0 ? [] : [["adapt", `adapting({ ${parts.join(", ")} })`]];
}

/** A credential of an alternative: the token, or another one, by the name of its scheme. */
type SentCredential =
  | "token"
  | { readonly scheme: string; readonly in: string; readonly field: string; readonly prefix?: string };

function isTokenAlone(alternatives: readonly (readonly SentCredential[])[]): boolean {
  return alternatives.length > 0 && alternatives.every((one) => one.length === 1 && one[0] === "token");
}

/** The alternatives of an operation, those that need credentials first; without security, one that needs none. */
function sentAlternatives(api: Api, operation: Operation): SentCredential[][] {
  const alternatives = operation.security.map((requirement, index) => {
    const sent = requirement.flatMap(({ scheme }) => sentCredential(api, operation, scheme) ?? []);
    const fields = sent.map((one) => (one === "token" ? "header authorization" : `${one.in} ${one.field}`));
    if (new Set(fields).size < fields.length) {
      const what = `${operation.operationId} needs two credentials in the same field`;
      throw new DescriptionError(
        `${what}: a request can only carry one, so list them as alternatives.`,
        operation.pointer + pointerOf("security", index),
      );
    }
    return sent;
  });
  if (alternatives.length === 0) return [[]];
  return alternatives.toSorted((a, b) => Number(a.length === 0) - Number(b.length === 0));
}

function sentCredential(
  { securitySchemes }: Api,
  { operationId, pointer }: Operation,
  scheme: string,
): SentCredential | undefined {
  const { credential } = securitySchemes[scheme] as SecurityScheme;
  if (credential === undefined) return undefined;
  if (isToken(credential)) return "token";
  if (credential.in === "cookie") {
    const what = `${operationId} needs the cookie ${credential.name}, which the client does not send`;
    throw new DescriptionError(`${what}: use a scheme in a header or the query.`, pointer);
  }
  const { in: place, name: field, prefix } = credential;
  return { scheme, in: place, field, ...(prefix !== "" && { prefix }) };
}

function isToken({ in: place, name, prefix }: NonNullable<SecurityScheme["credential"]>): boolean {
  return place === "header" && name === "authorization" && prefix === "Bearer ";
}

/** Generates what requests have in common: the media types that they accept, and the client's options for credentials. */
export function requestsSource(api: Api, command: string): string {
  const limit = api.document["x-max-body-bytes"];
  return `${generatedHeader(command)}
/** What requests accept, unless their operation says otherwise. */
export const accept = ${valueSource(mostCommonAccept(api))};

/** The largest request body that the spec allows, in bytes. */
export const maxBodyBytes: number = ${typeof limit === "number" ? limit : "Infinity"};

${schemeOptionsSource(api)}`;
}

/** Declares the client's options for the schemes besides the token. */
function schemeOptionsSource({ securitySchemes }: Api): string {
  const members = Object.entries(securitySchemes).flatMap(([name, { credential, description, type }]) => {
    if (credential === undefined || isToken(credential) || credential.in === "cookie") return [];
    const isBasic = type === "http" && credential.prefix === "Basic ";
    const valueType = isBasic ? "{ readonly username: string; readonly password: string }" : "string";
    const comment = commentSource([description], { indent: "    " });
    return [`${comment}    readonly ${quotedKeySource(name)}?: ${valueType} | undefined;\n`];
  });
  const option =
    "  /** The credentials of the spec's security schemes besides the token, by the name of the scheme. */\n";
  const body =
    members.length === 0
      ? ""
      : `\n${option}  readonly credentials?: {\n${members.join("")}  } | undefined;\n`;
  return `/** The options of a client that come from the spec's security schemes. */
export interface SchemeOptions {${body}}

/** Their names. */
export const schemeOptions: readonly (keyof SchemeOptions)[] = ${body === "" ? "[]" : '["credentials"]'};
`;
}
