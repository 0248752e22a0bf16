/** The text of one JSON value of a file, and the line on which it begins. */
export interface JsonRecord {
  readonly line: number;
  readonly text: string;
}

/** The file is not made as expected; nothing after this place can be read. */
export class JsonRecordsError extends Error {
  override readonly name = "JsonRecordsError";
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** One record may have this many bytes, so that a file which is something else does not fill the memory. */
const maxRecordBytes = 1024 * 1024;

const byte = {
  newline: 0x0a,
  quote: 0x22,
  comma: 0x2c,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

/**
 * Cuts a file into its records as it streams by: one JSON value on each line (NDJSON), or the objects of one JSON
 * array however they are laid out. Holds no more than one record; does not parse them.
 *
 * @throws JsonRecordsError naming the line.
 */
export async function* readJsonRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<JsonRecord[]> {
  let cutter: RecordCutter | undefined;
  let rest: Uint8Array = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    cutter ??= cutterFor(bytes);
    if (cutter === undefined) {
      rest = bytes;
      continue;
    }
    const { records, used } = cutter.cut(bytes);
    rest = bytes.subarray(used);
    if (records.length > 0) yield records;
    if (rest.length > maxRecordBytes) throw new JsonRecordsError(cutter.line, "has no end within 1 MiB");
  }
  const last = (cutter ?? new LineCutter()).end(Buffer.from(rest));
  if (last.length > 0) yield last;
}

interface RecordCutter {
  /** The line on which the record begins that is not whole yet. */
  readonly line: number;
  /** Cuts off the records that are whole and tells how many bytes are done with; the rest is given again, with more. */
  cut(bytes: Buffer): { readonly records: JsonRecord[]; readonly used: number };
  end(rest: Buffer): JsonRecord[];
}

function cutterFor(bytes: Buffer): RecordCutter | undefined {
  const start = bytes.indexOf("\ufeff") === 0 ? 3 : 0;
  const first = bytes.subarray(start).find((code) => !isSpace(code));
  if (first === undefined) return undefined;
  return first === byte.openBracket ? new ArrayCutter() : new LineCutter();
}

class LineCutter implements RecordCutter {
  line = 1;

  cut(bytes: Buffer): { records: JsonRecord[]; used: number } {
    const records: JsonRecord[] = [];
    let from = 0;
    for (let end = bytes.indexOf(byte.newline); end !== -1; end = bytes.indexOf(byte.newline, from)) {
      records.push(...recordOf(bytes.subarray(from, end), this.line));
      from = end + 1;
      this.line += 1;
    }
    return { records, used: from };
  }

  end(rest: Buffer): JsonRecord[] {
    return recordOf(rest, this.line);
  }
}

/** Follows strings and brackets only: whether a record is JSON is found out where it is parsed. */
class ArrayCutter implements RecordCutter {
  line = 1;
  #lineHere = 1;
  #state: "before" | "first" | "item" | "separator" | "after" = "before";
  #depth = 0;
  #isString = false;
  #scanned = 0;

  cut(bytes: Buffer): { records: JsonRecord[]; used: number } {
    const records: JsonRecord[] = [];
    let from = 0;
    let at = this.#scanned;
    for (; at < bytes.length; at++) {
      const code = bytes[at] as number;
      if (code === byte.newline) this.#lineHere += 1;
      if (this.#depth > 0) {
        if (code === byte.backslash && this.#isString) at += 1;
        else if (this.#endsItem(code)) {
          records.push(...recordOf(bytes.subarray(from, at + 1), this.line));
          from = at + 1;
        }
      } else if (this.#betweenItems(code)) {
        from = at;
      } else {
        from = at + 1;
      }
    }
    this.#scanned = at - from;
    return { records, used: from };
  }

  end(): JsonRecord[] {
    if (this.#state === "after") return [];
    throw new JsonRecordsError(this.#lineHere, "the JSON array has no end: the file is cut off");
  }

  #endsItem(code: number): boolean {
    if (code === byte.quote) this.#isString = !this.#isString;
    else if (this.#isString) return false;
    else if (code === byte.openBrace || code === byte.openBracket) this.#depth += 1;
    else if (code === byte.closeBrace || code === byte.closeBracket) this.#depth -= 1;
    if (this.#depth > 0) return false;
    this.#state = "separator";
    return true;
  }

  /** Tells whether an item begins here. */
  #betweenItems(code: number): boolean {
    if (isSpace(code) || (this.#state === "before" && isByteOrderMark(code))) return false;
    if (this.#state === "before" && code === byte.openBracket) this.#state = "first";
    else if (this.#state === "separator" && code === byte.comma) this.#state = "item";
    else if ((this.#state === "first" || this.#state === "separator") && code === byte.closeBracket)
      this.#state = "after";
    else if ((this.#state === "first" || this.#state === "item") && code === byte.openBrace) {
      this.#depth = 1;
      this.line = this.#lineHere;
      return true;
    } else {
      const wanted = {
        before: "[",
        first: "{ or ]",
        item: "{",
        separator: ", or ]",
        after: "the end of the file",
      };
      const found = JSON.stringify(String.fromCharCode(code));
      throw new JsonRecordsError(this.#lineHere, `${found} where ${wanted[this.#state]} has to be`);
    }
    return false;
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function recordOf(bytes: Uint8Array, line: number): JsonRecord[] {
  let text: string;
  try {
    text = decoder.decode(bytes).trim();
  } catch {
    throw new JsonRecordsError(line, "is not UTF-8");
  }
  return text === "" ? [] : [{ line, text }];
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function isByteOrderMark(code: number): boolean {
  return code === 0xef || code === 0xbb || code === 0xbf;
}
