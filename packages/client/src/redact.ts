/** What stands in place of a credential. */
const redacted = "[redacted]";

const secretName = /auth|cookie|key|token|secret/;

/** The headers as observers see them: without the values of those that carry credentials. */
export function redactHeaders(headers: Record<string, string>): Record<string, string> {
  const visible = { ...headers };
  for (const name in visible) if (secretName.test(name)) visible[name] = redacted;
  return visible;
}

/**
 * Removes the credentials of a request from a text that may repeat them, also percent-encoded or with an escaped slash. A value of
 * less than eight characters may be part of an ordinary word: it stays, unless `Bearer` stands before it.
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
 * Copies an error and its causes without credentials: name, message and code, and nothing else that a `fetch` may have
 * put on it (some attach the request with its headers).
 *
 * @returns `undefined` for what is not an error, of this realm or another
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
    // A getter of it throws.
    return undefined;
  }
}

/** One short line: at most 300 characters, and no control, formatting or unpaired one. */
export function plainText(text: string): string {
  return text.slice(0, 300).replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ");
}
