import type { Violation } from "@compute-host/types";
import type { Operation } from "../operations/operation.ts";
import { invalidRequest, ProblemError } from "../problems/problem.ts";
import { fillDefaults } from "../schema/fill-defaults.ts";
import { cutPointer, escapePointer } from "../schema/pointer-text.ts";
import { findSchemaIssues } from "../schema/schema-issues.ts";
import type { Path } from "../schema/schema-node.ts";
import { parseStrictJson, StrictJsonError } from "../schema/strict-json.ts";

/**
 * Reads the body of an operation's request.
 *
 * @throws ProblemError if it is missing, is not JSON, or breaks the schema
 */
export function readBody({ body }: Operation, bytes: Uint8Array | undefined): unknown {
  if (body === undefined) return undefined;
  // A client may send a content type without a body.
  if (!bytes?.byteLength && !body.isRequired) return undefined;
  const value = parseJsonBody(bytes ?? new Uint8Array());
  fillDefaults(body.schema, value);
  const issues = findSchemaIssues(body.schema, value);
  if (issues.length === 0) return value;
  throw invalidRequest(issues.map(({ path, message }): Violation => ({ pointer: pointerOf(path), message })));
}

/** The JSON Pointer of a place in a value, shortened if long. */
export function pointerOf(path: Path): string {
  return cutPointer(path.map((key) => escapePointer(String(key))).join(""));
}

/** Created on first use, because the client's fake may be loaded where there is no `TextDecoder`. */
let utf8: InstanceType<typeof TextDecoder> | undefined;

/**
 * Parses a request body.
 *
 * @throws ProblemError for bytes that are not UTF-8, and for what {@link parseStrictJson} refuses.
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  // A byte order mark stays in the text, which is then not JSON (RFC 8259, section 8.1).
  utf8 ??= new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return parseStrictJson(utf8.decode(bytes));
  } catch (error) {
    // Valid JSON that is refused gets a pointer. Half of a surrogate pair is not Unicode text, so not JSON.
    if (error instanceof StrictJsonError && (error.fault === "duplicate" || error.fault === "depth")) {
      throw invalidRequest([{ pointer: error.pointer, message: error.message }]);
    }
    throw new ProblemError("malformed-json");
  }
}
