import { isUtf8 } from "node:buffer";
import { hasUnpairedSurrogate } from "../json/unpaired-surrogate.ts";
import { findDuplicateKeys } from "./duplicate-keys.ts";
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
