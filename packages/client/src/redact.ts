/** What stands in place of a credential. */
const redacted = "[redacted]";

const secretName = /authorization|cookie|key|token|secret/;

/** The headers as observers see them: without the values of those that carry credentials. */
export function redactHeaders(headers: Record<string, string>): Record<string, string> {
  const visible: Record<string, string> = { authorization: redacted };
  for (const name in headers) visible[name] = secretName.test(name) ? redacted : (headers[name] as string);
  return visible;
}

/** Removes the credentials of a request from a text that may repeat them. */
export type Redactor = (text: unknown) => string;

/**
 * Makes the redactor of a request; it also knows credentials that are percent-encoded, or have a slash escaped in them. A value of
 * less than eight characters may be part of an ordinary word: it stays, unless `Bearer` stands before it.
 *
 * @param headers what was sent, by lower-case name
 */
export function createRedactor(headers: Record<string, string>): Redactor {
  return (text) =>
    Object.entries(headers)
      .filter(([name]) => secretName.test(name))
      .flatMap(([, value]) => [value.replace(/^bearer /i, ""), value])
      .flatMap((secret) => [secret, encodeURIComponent(secret), secret.replaceAll("/", "\\/")])
      .filter((secret) => secret.length > 7)
      .reduce((visible, secret) => visible.replaceAll(secret, redacted), String(text));
}

/**
 * Copies an error and its causes without credentials: name, message and code, and nothing else that a `fetch` may have
 * put on it (some attach the request with its headers).
 *
 * @returns `undefined` for what is not an error, of this realm or another
 */
export function redactError(error: unknown, redact: Redactor, depth = 3): Error | undefined {
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
