import { fail } from "./problems.ts";

/** Whether a part of a URL has a percent sign without digits, or a byte that no UTF-8 has. */
export function isMalformed(text: string): boolean {
  return /%(?![\da-f]{2})|%ff/i.test(text);
}

/** Returns what a function returns, or nothing if it throws. */
export function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Decodes a part of a URL, unless it is malformed. */
export function decoded(text: string): string | undefined {
  return attempt(() => decodeURIComponent(text));
}

/** Decodes a body in UTF-8, or fails with 400. */
export function decodedBody(body: Buffer): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return attempt(() => decoder.decode(body)) ?? fail("malformed-request");
}

/** Parses JSON, unless it is malformed. */
export function parsed(text: string): unknown {
  return attempt(() => JSON.parse(text));
}

/** Returns the JSON Pointer to a member of the body (RFC 6901). */
export function pointerTo(key: string): string {
  return `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Converts any path to a URI reference. */
export function asReference(path: string): string {
  return path.replace(/%(?![\da-f]{2})/gi, "%25").replace(/[^\w.~!$&'()*+,;=:@%/-]/g, encodeURIComponent);
}

/** Whether a text is a UUID of any version, in either letter case. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}
