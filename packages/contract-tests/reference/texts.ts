import type { Json, Member } from "./acts.ts";
import { Problem } from "./problems.ts";

/** Whether a part of a URL has a percent sign without digits, or a byte that no UTF-8 has. */
export function isMalformed(text: string): boolean {
  return /%(?![\da-f]{2})|%ff/i.test(text);
}

/** Decodes a segment of a path, or fails with 404. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Problem("path-not-found");
  }
}

/** Decodes a body in UTF-8, or fails with 400. */
export function decodedBody(body: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new Problem("malformed-request");
  }
}

/** Parses JSON, or fails with 400. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem("malformed-request");
  }
}

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

/** Returns the members of a JSON object, none if it is something else. */
export function membersIn(body: Buffer): Member[] {
  try {
    return Object.entries(Object(JSON.parse(body.toString())) as Json);
  } catch {
    return [];
  }
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
