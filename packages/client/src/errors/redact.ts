/** Replaces a credential. */
export const redacted = "[redacted]";

/** Header fields that carry no credential. Most others may: a name such as `x-app` does not tell. */
const harmless =
  /^(accept|cache-control|content-type|if-|user-agent)|\bb3|datadog|trace|(correlation|request)-id|idempotency-key/;

/** Header fields whose names say that they carry one. */
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

/** What a call shows of what it sends. */
export interface Redaction {
  readonly redact: Redact;
  /** The headers that observers see: of those that may be credentials, only the names. */
  readonly visible: Record<string, string>;
}

/** What a call sends: headers by lower-case name, a token, and the token that was refused before it. */
type Sent = readonly [headers: Record<string, string>, token: string | undefined, refusedToken: string];

/** Of the last call: most calls of a program send the same. */
let last: (Redaction & { readonly sent: Sent }) | undefined;

/**
 * Makes what removes the credentials of a call from texts that may contain them, even percent-encoded or escaped as in JSON, up to
 * three times: the token, the values of headers whose names say that they are credentials, and their parts, such as those of a
 * cookie. What has fewer than eight characters is removed only as a part of its value, because it may also be part of an ordinary
 * word. A text without any stays as it is; one with some loses its encoding and its escapes, too.
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
      // Undecoded first: in `100%41abcdef` the credential may be `41abcdef`, which decoding `%41` would take apart.
      for (let level = 0; level < 4; level++) {
        for (const one of secrets) if (plain.includes(one)) text = plain = plain.replaceAll(one, redacted);
        if (!/[%\\]/.test(plain)) break;
        plain = decoded(plain);
      }
      return text;
    },
  };
}

/** The texts to remove, the longest first: another one may be a part of it. The names in `sid=abc; theme=dark` are none. */
function secretsOf(headers: Record<string, string>): readonly string[] {
  return (
    Object.entries(headers)
      .flatMap(([name, value]) =>
        suspicious.test(name)
          ? [value, value.replace("Bearer ", ""), ...value.split(/[\s;,"]+|\b[\w.-]+=(?=[^=])/)]
          : [],
      )
      // Also as ASCII that was sent percent-encoded and is echoed decoded, and as the bytes of UTF-8, which `decoded` makes of percent-encoding.
      .flatMap((one) => [one, decoded(one), decoded(encodeURIComponent(one))])
      .filter((one) => one.length > 7)
      .sort((a, b) => b.length - a.length)
  );
}

/** Without one level of percent-encoding and of the escapes of JSON, as far as they stand for what a header can carry. */
function decoded(text: string): string {
  return text.replace(
    /(?:\\u00|%)([2-9a-f][\da-f])|\\(["\\/])/gi,
    (_all, code, character) => character ?? String.fromCharCode(parseInt(code, 16)),
  );
}

/**
 * Copies the name, message and code of an error and its causes, without credentials. It drops everything else, because some
 * `fetch` implementations attach the request with its headers. The first error of an `AggregateError`, which Node.js throws if
 * no address of a host accepts a connection, counts as its cause.
 *
 * @returns `undefined` if the value is not an error, of this realm or another
 */
export function redactError(error: unknown, redact: Redact, depth = 3): Error | undefined {
  try {
    const { name, message, cause, code, errors } = Object(error);
    if (typeof message !== "string") return undefined;
    const inner = depth ? redactError(cause ?? errors?.[0], redact, depth - 1) : undefined;
    const hide = (text: unknown) => plainText(redact(text));
    const copy = new Error(hide(message), inner && { cause: inner });
    return Object.assign(copy, { name: hide(name) }, code !== undefined && { code: hide(code) });
  } catch {
    // One of its getters throws.
    return undefined;
  }
}

/** The code of the innermost error that has one, such as `ECONNREFUSED`; anything that does not look like a code is ignored. */
export function reasonOf(error: unknown): string | undefined {
  const { cause, code } = Object(error);
  return (cause && reasonOf(cause)) ?? /^[A-Z]\w{1,49}$/.exec(code)?.[0];
}

/** One line of at most 300 characters, without control characters, formatting characters and lone surrogates. */
export function plainText(text: string): string {
  return text.slice(0, 300).replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ");
}
