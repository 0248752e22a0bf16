import { isUtf8 } from "node:buffer";
import { parseStrictJson, StrictJsonError } from "@compute-host/core";

import { invalidRequest, ProblemError } from "./problem.ts";

/**
 * Parses a request body.
 *
 * @throws ProblemError for bytes that are not UTF-8, and for what {@link parseStrictJson} refuses.
 */
export function parseJsonBody(body: Buffer): unknown {
  if (!isUtf8(body)) throw new ProblemError("malformed-json");
  try {
    return parseStrictJson(body.toString("utf8"));
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    const { fault, pointer, message } = error;
    throw fault === "duplicate" || fault === "depth"
      ? invalidRequest([{ pointer, message }])
      : new ProblemError("malformed-json");
  }
}
