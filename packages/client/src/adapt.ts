import type { Transport } from "./call.ts";
import type { Config } from "./config.ts";
import { assertArgument } from "./errors.ts";
import { accept as commonAccept } from "./requests.gen.ts";
import { createTransport } from "./transport.ts";

/** Makes the transport of an operation whose requests differ from those of the others. */
export type Adapter = (config: Config, transport: Transport) => Transport;

/** A credential: the token, or another one, by the name of its scheme. */
type SentCredential =
  | "token"
  | {
      readonly scheme: string;
      readonly in: "header" | "query";
      readonly field: string;
      readonly prefix?: string;
    };

/** How the requests of an operation differ. */
export interface Adaptation {
  /** The value of the header field `Accept`, unless the caller set another one. */
  readonly accept?: string;
  /** Alternatives, each with all credentials that it needs; the first one whose credentials the client has is used. */
  readonly security?: readonly (readonly SentCredential[])[];
}

/** Makes the adapter of an operation. */
export function adapting({ accept, security }: Adaptation): Adapter {
  return (config, transport) => {
    const send = security ? authorise(security, config, transport) : transport;
    return (call) => {
      const { headers } = call;
      return send(
        accept && headers.accept === commonAccept ? { ...call, headers: { ...headers, accept } } : call,
      );
    };
  };
}

function authorise(
  security: NonNullable<Adaptation["security"]>,
  config: Config,
  transport: Transport,
): Transport {
  const credentials = new Map<string, unknown>(
    Object.entries(Object((config as { credentials?: unknown }).credentials)),
  );
  const isGiven = (one: SentCredential) =>
    one === "token" ? config.token !== false : credentials.get(one.scheme) !== undefined;
  const chosen = security.find((alternative) => alternative.every(isGiven));
  if (!chosen) {
    const missing = security.map((one) =>
      one
        .filter((part) => !isGiven(part))
        .map(nameOf)
        .join(" and "),
    );
    return async ({ operationId }) => {
      assertArgument(false, `${operationId}: ${missing.join(", or ")} must be given`);
      return undefined as never;
    };
  }
  const own = chosen.filter((one) => one !== "token");
  if (own.length === 0 && chosen.length > 0) return transport;

  const fields: Record<string, string> = {};
  const query: string[] = [];
  const secrets: Record<string, string> = {};
  for (const { scheme, in: place, field, prefix = "" } of own) {
    const text = textOf(`credentials.${scheme}`, credentials.get(scheme));
    secrets[`secret ${scheme}`] = text;
    if (place === "query") query.push(`${encodeURIComponent(field)}=${encodeURIComponent(text)}`);
    else fields[field] = prefix + text;
  }
  const added = query.join("&");
  const sending =
    (send: NonNullable<Config["fetch"]>): NonNullable<Config["fetch"]> =>
    (url, init) =>
      send(added ? `${url}${url.includes("?") ? "&" : "?"}${added}` : url, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), ...fields },
      });
  // Added behind the observers, which see no credentials.
  const authorised = createTransport({
    ...config,
    ...(chosen.length === own.length && { tokenFor: () => undefined }),
    fetch: sending((...given) => (config.fetch ?? fetch)(...given)),
    secrets,
  });
  return (call) => authorised(call.fetch ? { ...call, fetch: sending(call.fetch) } : call);
}

function nameOf(one: SentCredential): string {
  return one === "token" ? "token" : `credentials.${one.scheme}`;
}

/** The text of a credential; a name and a password are encoded as RFC 7617 says. */
function textOf(name: string, credential: unknown): string {
  const { username, password } = Object(credential) as { username?: unknown; password?: unknown };
  if (username === undefined) {
    const isSendable = typeof credential === "string" && /^[!-~]([ -~]*[!-~])?$/.test(credential);
    assertArgument(isSendable, `${name} must be a string of printable ASCII`);
    return credential;
  }
  const isName = typeof username === "string" && /^[^:]+$/.test(username);
  assertArgument(isName, `${name}.username must be a string without a colon`);
  assertArgument(typeof password === "string", `${name}.password must be a string`);
  return btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
}
