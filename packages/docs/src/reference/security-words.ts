import {
  type JsonObject,
  type Operation,
  objectOf,
  placeAt,
  pointerOf,
  type SecurityRequirement,
  type SecurityScheme,
  textOf,
} from "@compute-host/openapi";

/** A scheme with its scopes, or the words between two of them. */
export type SecurityPart = string | SecurityRequirement[number];

/** What an operation requires: schemes, with `and` and `or` between them; `none` if a request may be anonymous. */
export function securityParts({ security }: Pick<Operation, "security">): SecurityPart[] {
  if (security.length === 0) return ["none"];
  const alternatives = security.map((uses): SecurityPart[] =>
    uses.length === 0 ? ["none"] : joined(uses, " and "),
  );
  return alternatives.flatMap((parts, index) => (index === 0 ? parts : [", or ", ...parts]));
}

function joined(uses: SecurityRequirement, word: string): SecurityPart[] {
  return uses.flatMap((use, index) => (index === 0 ? [use] : [word, use]));
}

/** A scheme as the description writes it. */
export function schemeObject(document: JsonObject, name: string): JsonObject {
  return placeAt(document, pointerOf("components", "securitySchemes", name)).value;
}

/**
 * Says what a scheme is and where requests carry it.
 *
 * @param object the scheme as the description writes it
 */
export function schemeWords({ type, credential }: SecurityScheme, object: JsonObject): string[] {
  const name = textOf(object.name);
  const place = {
    header: `in the header field ${name}`,
    query: `in the query parameter ${name}`,
    cookie: `in the cookie ${name}`,
  }[credential?.in ?? "header"];
  const scheme = credential?.prefix.trim() ?? "";
  const kinds: Readonly<Record<SecurityScheme["type"], string>> = {
    apiKey: `API key, ${place}`,
    http:
      scheme === "Basic"
        ? "user and password, as Authorization: Basic"
        : `${scheme} token, as Authorization: ${scheme}`,
    oauth2: "OAuth 2 access token, as Authorization: Bearer",
    openIdConnect: "OpenID Connect token, as Authorization: Bearer",
    mutualTLS: "client certificate of the TLS connection",
  };
  return [kinds[type], textOf(object.bearerFormat), textOf(object.openIdConnectUrl)].filter(Boolean);
}

/** A flow of OAuth 2: how a client gets a token, where, and for which scopes. */
interface Flow {
  readonly name: string;
  readonly addresses: readonly (readonly [role: string, address: string])[];
  /** Each with its description. */
  readonly scopes: readonly (readonly [scope: string, text: string])[];
}

const flowNames: Readonly<Record<string, string>> = {
  authorizationCode: "authorization code",
  clientCredentials: "client credentials",
};

const flowAddresses = [
  ["authorizationUrl", "permission at"],
  ["tokenUrl", "token from"],
  ["refreshUrl", "refreshed at"],
] as const;

/**
 * The flows of a scheme.
 *
 * @param object the scheme as the description writes it
 */
export function describeFlows(object: JsonObject): Flow[] {
  return Object.entries(objectOf(object.flows)).map(([kind, value]) => {
    const flow = objectOf(value);
    return {
      name: flowNames[kind] ?? kind,
      addresses: flowAddresses.flatMap(([key, role]) =>
        flow[key] === undefined ? [] : [[role, textOf(flow[key])] as const],
      ),
      scopes: Object.entries(objectOf(flow.scopes)).map(([scope, text]) => [scope, textOf(text)] as const),
    };
  });
}
