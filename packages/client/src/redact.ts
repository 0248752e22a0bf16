/** Replaces a credential. */
export const redacted = "[redacted]";

/** Header fields that carry no credential. Every other one may: a name such as `x-pat` does not tell. */
const harmless =
  /^(accept|baggage|content-type|idempotency-key|if-match|if-none-match|prefer|traceparent|tracestate|user-agent|x-request-id)$/;

/** The headers that observers see: of those that may be credentials, only the names. */
export function redactHeaders(headers: Record<string, string>): Record<string, string> {
  const visible = { ...headers };
  for (const name in visible) if (!harmless.test(name)) visible[name] = redacted;
  return visible;
}

/** The headers of a response, without the credentials of its request and without cookies. */
export function redactResponseHeaders(headers: Headers, redact: Redact): Headers {
  const fields = [...(headers as Iterable<[string, string]>)];
  return new Headers(fields.map(([name, value]) => [name, name === "set-cookie" ? redacted : redact(value)]));
}

/** Removes the credentials of a request from a text. */
export type Redact = (text: unknown) => string;

/**
 * Makes what removes the credentials of a request from texts that may contain them, even percent-encoded or escaped as in JSON: the
 * values of headers that may be credentials, and their parts, such as those of a cookie. What has fewer than eight characters is
 * removed only as a part of its value, because it may also be part of an ordinary word. Its texts have only those escapes of JSON
 * that they need.
 *
 * @param sentHeaders what is sent, by lower-case name
 */
export function createRedact(sentHeaders: () => Record<string, string>): Redact {
  let secrets: readonly string[] | undefined;
  return (text) => {
    // Most calls have no text to redact.
    secrets ??= secretsOf(sentHeaders());
    return secrets.reduce((visible, secret) => visible.replaceAll(secret, redacted), unescaped(String(text)));
  };
}

/** The texts to remove, the longest first: another one may be a part of it. */
function secretsOf(headers: Record<string, string>): readonly string[] {
  return (
    Object.entries(headers)
      // Of a bearer token, `Bearer` stays, unless the token alone would not be removed.
      .flatMap(([name, value]) =>
        harmless.test(name) ? [] : [value.replace(/^Bearer (?=.{8})/, ""), ...value.split(/[\s;,="]+/)],
      )
      .flatMap((secret) => [unescaped(secret), encodeURIComponent(secret), escaped(secret)])
      .filter((secret) => secret.length > 7)
      .sort((a, b) => b.length - a.length)
  );
}

/** With the escapes that a JSON string needs. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Without the escapes that a JSON string does not need. */
function unescaped(text: string): string {
  // In runs, because each call of a function takes longer than the rest of it.
  return text.replace(/(?:\\["\\])+|((?:\\(?:u[\da-fA-F]{4}|\/))+)/g, (all, needless) =>
    needless ? escaped(JSON.parse(`"${needless}"`)) : all,
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
