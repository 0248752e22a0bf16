import { cutPointer, escapePointer } from "./pointer-text.ts";

/** The maximum nesting depth of arrays and objects. */
export const maxDepth = 64;

/** Why a JSON text is refused. */
export type JsonFault = "malformed" | "duplicate" | "surrogate" | "depth";

const messages: Readonly<Record<JsonFault, string>> = {
  malformed: "is not JSON",
  duplicate: "is given more than once",
  surrogate: "holds half of a surrogate pair (\\ud800 to \\udfff without its other half)",
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
  new Scan(text).run();
  return value;
}

interface OpenValue {
  /** The keys seen so far; absent for an array. */
  readonly keys?: Set<string>;
  expectsKey: boolean;
  /** The key or the index of the current member. */
  member: string | number;
}

const code = {
  quote: 0x22,
  comma: 0x2c,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  u: 0x75,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

/** A single pass over valid JSON that stops at the first fault, so its cost is linear in the text. */
class Scan {
  readonly #text: string;
  readonly #open: OpenValue[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  run(): void {
    const text = this.#text;
    for (let at = 0; at < text.length; at++) {
      const top = this.#open.at(-1);
      switch (text.charCodeAt(at)) {
        case code.openBrace:
          this.#enter({ keys: new Set(), expectsKey: true, member: "" });
          break;
        case code.openBracket:
          this.#enter({ expectsKey: false, member: 0 });
          break;
        case code.closeBrace:
        case code.closeBracket:
          this.#open.pop();
          break;
        case code.comma:
          if (top?.keys) top.expectsKey = true;
          else if (top) top.member = Number(top.member) + 1;
          break;
        case code.quote: {
          const end = this.#endOfString(at + 1);
          if (top?.expectsKey) this.#readKey(top, text.slice(at, end + 1));
          at = end;
        }
      }
    }
  }

  #enter(value: OpenValue): void {
    if (this.#open.length === maxDepth) this.#fail("depth");
    this.#open.push(value);
  }

  #readKey(top: OpenValue, token: string): void {
    const key = token.includes("\\") ? (JSON.parse(token) as string) : token.slice(1, -1);
    top.expectsKey = false;
    top.member = key;
    if (top.keys?.has(key)) this.#fail("duplicate");
    top.keys?.add(key);
  }

  #endOfString(from: number): number {
    const text = this.#text;
    let at = from;
    for (let unit = text.charCodeAt(at); unit !== code.quote; unit = text.charCodeAt(++at)) {
      if (unit !== code.backslash) continue;
      at += 1;
      if (text.charCodeAt(at) !== code.u) continue;
      at = this.#endOfEscape(at);
    }
    return at;
  }

  /** Returns the end of the escape whose `u` is at this position; a surrogate pair has two parts. */
  #endOfEscape(at: number): number {
    const kind = this.#text.slice(at + 1, at + 3).toLowerCase();
    if (/^d[c-f]$/.test(kind)) this.#fail("surrogate");
    if (!/^d[89ab]$/.test(kind)) return at + 4;
    if (!/^\\ud[c-f]/i.test(this.#text.slice(at + 5, at + 9))) this.#fail("surrogate");
    return at + 10;
  }

  #fail(fault: JsonFault): never {
    const pointer = this.#open.map(({ member }) => escapePointer(String(member))).join("");
    throw new StrictJsonError(fault, cutPointer(pointer));
  }
}
