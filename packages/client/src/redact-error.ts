/**
 * Copies an error and its causes without the token: name, message and code, and nothing else that a `fetch` may have
 * put on it (some attach the request with its headers).
 */
export function redactError(error: unknown, token: string, depth = 3): unknown {
  if (!(error instanceof Error)) return undefined;
  const { name, message, cause, code } = error as Error & { code?: unknown };
  const hide = (text: unknown) => String(text).replaceAll(token, "[redacted]");
  const copy = new Error(
    hide(message),
    depth && cause ? { cause: redactError(cause, token, depth - 1) } : {},
  );
  return Object.assign(copy, { name: hide(name) }, code === undefined ? {} : { code: hide(code) });
}
