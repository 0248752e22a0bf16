import { isUtf8 } from "node:buffer";
import { hasUnpairedSurrogate } from "../openapi/unpaired-surrogate.ts";
import { invalidRequest, ProblemError } from "./problem.ts";

/**
 * Parses a request body.
 *
 * @throws ProblemError for bytes that are no UTF-8, for text that is no JSON or holds half of a surrogate pair, and for a
 * member that is given more than once.
 */
export function parseJsonBody(body: Buffer): unknown {
  if (!isUtf8(body)) throw new ProblemError("malformed-json");
  const text = body.toString("utf8");
  const value = parse(text);
  if (hasUnpairedSurrogate(value, text)) throw new ProblemError("malformed-json");
  const duplicates = findDuplicateKeys(text);
  if (duplicates.length > 0) {
    throw invalidRequest(duplicates.map((pointer) => ({ pointer, message: "is given more than once" })));
  }
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProblemError("malformed-json");
  }
}

/**
 * Finds the members of a JSON object that are given more than once, as JSON Pointers. `JSON.parse` keeps the last of
 * them without a word ([RFC 8259, section 4](https://www.rfc-editor.org/rfc/rfc8259#section-4)).
 *
 * @param text JSON that is known to be valid.
 */
export function findDuplicateKeys(text: string): readonly string[] {
  const found: string[] = [];
  const open: OpenValue[] = [];
  const token = /"(?:[^"\\]|\\.)*"|[{}[\],]/g;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [read] = match;
    const top = open.at(-1);
    if (read === "{" || read === "[") open.push(openValue(read === "{", top));
    else if (read === "}" || read === "]") open.pop();
    else if (read === ",") advance(top);
    else if (top?.keys && top.expectsKey) readKey(top, read, found);
  }
  return found;
}

interface OpenValue {
  /** The keys so far; absent in an array. */
  readonly keys?: Set<string>;
  readonly pointer: string;
  expectsKey: boolean;
  /** The key or the index of the member that is being read. */
  member: string;
}

function openValue(isObject: boolean, parent: OpenValue | undefined): OpenValue {
  const pointer = parent === undefined ? "" : `${parent.pointer}/${parent.member}`;
  return isObject
    ? { keys: new Set(), pointer, expectsKey: true, member: "" }
    : { pointer, expectsKey: false, member: "0" };
}

function advance(value: OpenValue | undefined): void {
  if (value?.keys) value.expectsKey = true;
  else if (value) value.member = String(Number(value.member) + 1);
}

function readKey(value: OpenValue, token: string, found: string[]): void {
  const key = token.includes("\\") ? (JSON.parse(token) as string) : token.slice(1, -1);
  value.expectsKey = false;
  value.member = key.replaceAll("~", "~0").replaceAll("/", "~1");
  if (value.keys?.has(key)) found.push(`${value.pointer}/${value.member}`);
  value.keys?.add(key);
}
