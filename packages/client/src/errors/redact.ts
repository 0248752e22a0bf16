/** Replaces a credential. */
export const redacted = "[redacted]";

/** Header fields that carry no credential. Any other may: a name such as `x-app` does not tell. */
const harmless =
  /^(accept|cache-control|content-type|if-|user-agent)|\bb3|datadog|trace|(correlation|request)-id|idempotency-key/;

/** Header fields whose names suggest that they carry one. */
const suspicious =
  /assertion|auth|bearer|cert|cookie|cred|hmac|jwt|(?<!idempotency-)key|otp|pass|secret|session|ticket|token|\b(pat|sid|sig)/;

/** The headers of a response, without the credentials of its request and without cookies. */
export function redactResponseHeaders(headers: Headers, redact: Redact): Headers {
  return new Headers(
    Array.from(headers as Iterable<[string, string]>, ([name, value]) => [
      name,
      name === "set-cookie" ? redacted : redact(value),
    ]),
  );
}

/** The response header `X-Request-Id`. */
export function requestIdOf(headers: Headers): string | undefined {
  return headers.get("x-request-id") ?? undefined;
}

/** Removes the credentials of a request from a text. */
export type Redact = (text: unknown) => string;

/** What a call reveals of its request. */
export interface Redaction {
  readonly redact: Redact;
  /** The headers that observers see, without values that may be credentials. */
  readonly visible: Record<string, string>;
}

/** What a call sends: headers by lower-case name, a token, and the token that was refused before it. */
type Sent = readonly [headers: Record<string, string>, token: string | undefined, refusedToken: string];

/** The redaction of the last call, because most calls of a program send the same. */
let last: (Redaction & { readonly sent: Sent }) | undefined;

/**
 * Creates the redaction of a call. It removes credentials from any text, even if they are percent-encoded or
 * escaped as in JSON, up to three times: the token, the values of headers whose names suggest a credential,
 * and the parts of these values, such as those of a cookie. A part of fewer than eight characters is removed
 * only with its whole value, because it may also occur in an ordinary word. A text without credentials stays
 * as it is; one with a credential also loses its encoding and its escapes.
 */
export function redactionOf(...sent: Sent): Redaction {
  last = last?.sent.every((part, index) => part === sent[index]) ? last : { sent, ...createRedaction(sent) };
  return last;
}

function createRedaction([headers, token, refusedToken]: Sent): Redaction {
  const visible = { ...headers };
  if (token) visible.authorization = `Bearer ${token}`;
  const secrets = secretsOf({ ...visible, token: refusedToken });
  for (const name in visible) if (!harmless.test(name) || suspicious.test(name)) visible[name] = redacted;
  return {
    visible,
    redact(given) {
      let text = String(given);
      let plain = text;
      // Undecoded first: in `100%41abcdef` the credential may be `41abcdef`, which decoding `%41` would destroy.
      for (let level = 0; level < 4; level++) {
        for (const one of secrets) if (plain.includes(one)) text = plain = plain.replaceAll(one, redacted);
        if (!/[%\\]/.test(plain)) break;
        plain = decoded(plain);
      }
      return text;
    },
  };
}

/** The texts to remove, longest first, because one may contain another. Names, as in `sid=abc; theme=dark`, stay. */
function secretsOf(headers: Record<string, string>): readonly string[] {
  return (
    Object.entries(headers)
      .flatMap(([name, value]) =>
        suspicious.test(name)
          ? [value, value.replace("Bearer ", ""), ...value.split(/[\s;,"]+|\b[\w.-]+=(?=[^=])/)]
          : [],
      )
      // Also decoded, as a service may repeat ASCII that was sent percent-encoded, and as the bytes of UTF-8,
      // which `decoded` turns percent-encoding into.
      .flatMap((one) => [one, decoded(one), decoded(encodeURIComponent(one))])
      .filter((one) => one.length > 7)
      .sort((a, b) => b.length - a.length)
  );
}

/**
 * Removes one level of percent-encoding and of JSON escapes, where they stand for characters that a header
 * can carry.
 */
function decoded(text: string): string {
  return text.replace(
    /(?:\\u00|%)([2-9a-f][\da-f])|\\(["\\/])/gi,
    (_all, code, character) => character ?? String.fromCharCode(parseInt(code, 16)),
  );
}

/**
 * Copies the name, message and code of an error and its causes, without credentials. It drops everything
 * else, because some `fetch` implementations attach the request with its headers. The first error of an
 * `AggregateError`, which Node.js throws if no address of a host accepts a connection, counts as its cause. Of anything
 * else that is thrown it returns the text.
 *
 * @returns `undefined` if the value has no text
 */
export function redactError(error: unknown, redact: Redact, depth = 3): Error | string | undefined {
  try {
    const { name, message, cause, code, errors } = Object(error);
    const hide = (text: unknown) => plainText(redact(text));
    if (typeof message !== "string") return error === undefined ? undefined : hide(error);
    const inner = depth ? redactError(cause ?? errors?.[0], redact, depth - 1) : undefined;
    const copy = new Error(hide(message), inner === undefined ? {} : { cause: inner });
    return Object.assign(copy, { name: hide(name) }, code !== undefined && { code: hide(code) });
  } catch {
    // One of its getters throws.
    return undefined;
  }
}

/** The code of the innermost error that has one, such as `ECONNREFUSED`; anything else is ignored. */
export function reasonOf(error: unknown): string | undefined {
  const { cause, code } = Object(error);
  return (cause && reasonOf(cause)) ?? /^[A-Z]\w{1,49}$/.exec(code)?.[0];
}

/** Returns one line of at most 300 characters, without control characters, formatting characters or lone surrogates. */
export function plainText(text: string): string {
  return text.slice(0, 300).replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ");
}
