import { describe, expect, test } from "vitest";
import { type JsonRecord, JsonRecordsError, readJsonRecords } from "./json-records.ts";

async function recordsOf(text: string | Buffer, chunkSize = 1 << 16): Promise<JsonRecord[]> {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
  }
  const records: JsonRecord[] = [];
  for await (const some of readJsonRecords(chunks())) records.push(...some);
  return records;
}

async function errorOf(text: string | Buffer): Promise<{ line: number; message: string }> {
  const error = await recordsOf(text).catch((thrown: unknown) => thrown);
  if (!(error instanceof JsonRecordsError)) throw new Error(`no JsonRecordsError: ${String(error)}`);
  return { line: error.line, message: error.message };
}

const chunkSizes = [1, 2, 3, 7, 1 << 16];

describe("NDJSON", () => {
  test.each(chunkSizes)("is cut at its lines, in chunks of %i bytes", async (chunkSize) => {
    const text = '\ufeff{"a":"ü"}\r\n\n  {"b":2}  \nnonsense\n{"c":3}';
    expect(await recordsOf(text, chunkSize)).toEqual([
      { line: 1, text: '{"a":"ü"}' },
      { line: 3, text: '{"b":2}' },
      { line: 4, text: "nonsense" },
      { line: 5, text: '{"c":3}' },
    ]);
  });
});

describe("a JSON array", () => {
  test.each(chunkSizes)("is cut into its objects, in chunks of %i bytes", async (chunkSize) => {
    const text = ' \n[\n {"a": "}]\\"{,\\\\"},\n\n {"b": [{}, [1]]\n } , {"ü": "🦊"}\n]\n';
    expect(await recordsOf(text, chunkSize)).toEqual([
      { line: 3, text: '{"a": "}]\\"{,\\\\"}' },
      { line: 5, text: '{"b": [{}, [1]]\n }' },
      { line: 6, text: '{"ü": "🦊"}' },
    ]);
  });

  test("may begin with a byte order mark and may be empty", async () => {
    expect(await recordsOf("\ufeff[]")).toEqual([]);
    expect(await recordsOf('\ufeff[{"a":1}]', 1)).toHaveLength(1);
  });

  test.each([
    ['[{"a":1}\n{"b":2}]', 2, '"{" where , or ] has to be'],
    ['[{"a":1},\n]', 2, '"]" where { has to be'],
    ["[\n\n1]", 3, '"1" where { or ] has to be'],
    ["[]\n[]", 2, '"[" where the end of the file has to be'],
    ['[{"a":1},\n{"b":', 2, "the JSON array has no end: the file is cut off"],
  ])("like %j is refused, naming the line", async (text, line, message) => {
    expect(await errorOf(text)).toEqual({ line, message });
  });
});

describe("a file", () => {
  test("may be empty", async () => {
    expect(await recordsOf("")).toEqual([]);
    expect(await recordsOf(" \n\n")).toEqual([]);
  });

  test("that is not UTF-8 is refused, naming the line", async () => {
    const bytes = Buffer.concat([Buffer.from('{}\n{"a":"'), Buffer.from([0xff]), Buffer.from('"}\n')]);
    expect(await errorOf(bytes)).toEqual({ line: 2, message: "is not UTF-8" });
  });

  test.each(["", '[{"a":"'])("with a record without an end does not fill the memory (%j)", async (start) => {
    expect(await errorOf(start + "x".repeat(3_000_000))).toEqual({
      line: 1,
      message: "has no end within 1 MiB",
    });
  });
});
