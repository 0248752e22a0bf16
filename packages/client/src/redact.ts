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
 * `fetch` implementations attach the request with its headers.
 *
 * @returns `undefined` if the value is not an error, of this realm or another
 */
export function redactError(error: unknown, redact: (text: unknown) => string, depth = 3): Error | undefined {
  try {
    const { name, message, cause, code } = Object(error);
    if (typeof message !== "string") return undefined;
    const inner = depth ? redactError(cause, redact, depth - 1) : undefined;
    const hide = (text: unknown) => plainText(redact(text));
    const copy = new Error(hide(message), inner && { cause: inner });
    return Object.assign(copy, { name: hide(name) }, code !== undefined && { code: hide(code) });
  } catch {
    // One of its getters throws.
    return undefined;
  }
}

/** One line of at most 300 characters, without control characters, formatting characters and lone surrogates. */
export function plainText(text: string): string {
  return text.slice(0, 300).replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ");
}
