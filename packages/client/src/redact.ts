/** Replaces a credential. */
const redacted = "[redacted]";

const secretName = /auth|cookie|key|token|secret|pass|session/;

/** The headers that observers see, with credentials redacted. */
export function redactHeaders(headers: Record<string, string>): Record<string, string> {
  const visible = { ...headers };
  for (const name in visible) if (secretName.test(name)) visible[name] = redacted;
  return visible;
}

/**
 * Removes the credentials of a request from a text that may contain them, even percent-encoded or with an escaped slash. A value
 * of fewer than eight characters is removed only after `Bearer`, because it may be part of an ordinary word.
 *
 * @param headers what was sent, by lower-case name
 */
export function redactText(headers: Record<string, string>, text: unknown): string {
  return Object.entries(headers)
    .flatMap(([name, value]) => (secretName.test(name) ? [value.replace(/^.* /, ""), value] : []))
    .flatMap((secret) => [secret, encodeURIComponent(secret), secret.replaceAll("/", "\\/")])
    .reduce((visible, one) => (one.length > 7 ? visible.replaceAll(one, redacted) : visible), String(text));
}

/**
 * Copies the name, message and code of an error and its causes, without credentials. It drops everything else, because some
 * `fetch` implementations attach the request with its headers. The first error of an `AggregateError`, which Node.js throws if
 * no address of a host accepts a connection, counts as its cause.
 *
 * @returns `undefined` if the value is not an error, of this realm or another
 */
export function redactError(error: unknown, redact: (text: unknown) => string, depth = 3): Error | undefined {
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
