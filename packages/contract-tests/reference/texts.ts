import type { Json, Member } from "./acts.ts";
import { Problem } from "./problems.ts";

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
