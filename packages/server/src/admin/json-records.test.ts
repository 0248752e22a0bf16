import { describe, expect, test } from "vitest";
import { ImportError } from "./import-error.ts";
import { type JsonRecord, readJsonRecords } from "./json-records.ts";

async function recordsOf(text: string | Buffer, chunkSize = 1 << 16): Promise<JsonRecord[]> {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
  }
  const records: JsonRecord[] = [];
  for await (const some of readJsonRecords(chunks())) records.push(...some);
  return records;
}

async function problemsOf(text: string | Buffer): Promise<unknown> {
  const error = await recordsOf(text).catch((thrown: unknown) => thrown);
  return error instanceof ImportError ? error.problems : error;
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

describe("a file", () => {
  test("may be empty", async () => {
    expect(await recordsOf("")).toEqual([]);
    expect(await recordsOf(" \n\n")).toEqual([]);
  });

  test("that is not UTF-8 is refused, naming the line", async () => {
    const bytes = Buffer.concat([Buffer.from('{}\n{"a":"'), Buffer.from([0xff]), Buffer.from('"}\n')]);
    expect(await problemsOf(bytes)).toEqual([{ line: 2, message: "is not UTF-8" }]);
  });

  test("with a record without an end does not fill the memory", async () => {
    expect(await problemsOf("x".repeat(3_000_000))).toEqual([
      { line: 1, message: "has no end within 1 MiB" },
    ]);
  });
});
