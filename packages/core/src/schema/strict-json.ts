import { cutPointer, escapePointer } from "./pointer-text.ts";

/** The maximum nesting depth of arrays and objects. */
export const maxDepth = 64;

/** Why a JSON text is refused. */
type JsonFault = "malformed" | "duplicate" | "surrogate" | "depth";

const messages: Readonly<Record<JsonFault, string>> = {
  malformed: "is not JSON",
  duplicate: "is given more than once",
  surrogate: "contains half of a surrogate pair (\\ud800 to \\udfff without its other half)",
  depth: `is nested deeper than ${maxDepth} levels`,
};

/** A text is not JSON, or not JSON that can be stored and sent unambiguously. */
export class StrictJsonError extends Error {
  override readonly name = "StrictJsonError";
  readonly fault: JsonFault;
  /** JSON Pointer to the place, shortened if long. */
  readonly pointer: string;

  constructor(fault: JsonFault, pointer = "", cause?: unknown) {
    super(fault === "malformed" ? `${messages.malformed}: ${(cause as Error).message}` : messages[fault], {
      cause,
    });
    this.fault = fault;
    this.pointer = pointer;
  }
}

/**
 * Parses JSON and refuses what `JSON.parse` silently accepts: a repeated member ([RFC 8259, section
 * 4](https://www.rfc-editor.org/rfc/rfc8259#section-4)), half of a surrogate pair, which UTF-8 cannot encode, and
 * nesting too deep for recursive code.
 *
 * @throws StrictJsonError for the first fault.
 */
export function parseStrictJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new StrictJsonError("malformed", "", cause);
  }
  refuseFaults(text);
  return value;
}

interface OpenValue {
  /** The keys seen so far; absent for an array. */
  readonly keys?: Set<string>;
  /** The key or the index of the current member. */
  member: string | number;
}

/** A string, or a structural character. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/** Scans valid JSON once and stops at its first fault, so the cost is linear in the text. */
function refuseFaults(text: string): void {
  const open: OpenValue[] = [];
  const fail = (fault: JsonFault): never => {
    throw new StrictJsonError(
      fault,
      cutPointer(open.map(({ member }) => escapePointer(String(member))).join("")),
    );
  };
  let string = "";
  for (const [token] of text.matchAll(tokens)) {
    const top = open.at(-1);
    if (token === "{" || token === "[") {
      if (open.length === maxDepth) fail("depth");
      open.push(token === "{" ? { keys: new Set(), member: "" } : { member: 0 });
    } else if (token === "}" || token === "]") open.pop();
    else if (token === ",") {
      if (typeof top?.member === "number") top.member += 1;
    } else if (token === ":" && top?.keys) {
      // The string before it is a key.
      top.member = string;
      if (top.keys.has(string)) fail("duplicate");
      top.keys.add(string);
    } else {
      string = token.slice(1, -1);
      // Half of a surrogate pair can only be written as an escape, because UTF-8 cannot encode it.
      if (!token.includes("\\")) continue;
      string = JSON.parse(token) as string;
      // With the flag `u` a whole pair is one character, which is not a surrogate.
      if (/\p{Surrogate}/u.test(string)) fail("surrogate");
    }
  }
}
