import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readSourceFile } from "../src/document/source-file.ts";
import { SpecGateError } from "../src/spec-gate-error.ts";
import { temporaryFiles } from "./temporary-files.ts";

const { write } = temporaryFiles();

const yaml = `# A comment
openapi: 3.1.0
paths:
  /a:
    get: { tags: [one, "two"], summary: "x" }
  "/b":
    parameters:
      - name: q
        in: query
      -
        name: r
    description: |
      get: not a key
    post: &post
      a: 1
  /c:
    <<: *post
`;
const json = '\uFEFF{\n\t"a": {\n\t\t"b\\u0063": [\n\t\t\t1,\n\t\t\t{"d": 2}\n\t\t]\n\t}\n}';

describe("a source file", () => {
  test.each([
    ["openapi", 2, 1],
    ["paths /a", 4, 3],
    ["paths /a get", 5, 5],
    ["paths /a get tags 1", 5, 24],
    ["paths /b", 6, 3],
    ["paths /b parameters 0 in", 9, 9],
    ["paths /b parameters 1", 11, 9],
    ["paths /b post", 14, 5],
    ["paths /b nothing", 6, 3],
    ["paths /c a", 16, 3],
    ["", 2, 1],
  ])("in YAML has %j at %i:%i", (pointer, line, column) => {
    const { positionOf } = readSourceFile("a.yaml", yaml);
    expect(positionOf(pointer.split(" ").filter(Boolean))).toEqual({ file: "a.yaml", line, column });
  });

  test.each([
    ["a", 2, 2],
    ["a bc", 3, 3],
    ["a bc 1 d", 5, 5],
  ])("in JSON with tabs has %j at %i:%i", (pointer, line, column) => {
    const source = readSourceFile("a.json", json);
    expect(source.value).toEqual({ a: { bc: [1, { d: 2 }] } });
    expect(source.positionOf(pointer.split(" "))).toEqual({ file: "a.json", line, column });
  });

  test("supports merge keys, and keeps dates and versions as written", () => {
    const text = `${yaml}date: 2026-11-21\nversion: "1.0"\nyes: no\n`;
    expect(readSourceFile("a.yaml", text).value).toMatchObject({
      date: "2026-11-21",
      version: "1.0",
      yes: "no",
      paths: { "/c": { a: 1 } },
    });
  });

  test.each([
    ["YAML", "a: 1\nb:\n  c: 1\n  c: 2\n", 4],
    ["JSON", '{\n"a": 1,\n"b": [":", {\n"c": "\\":", "d": [],\n\t"c": 2 }] }', 5],
    ["JSON with escapes", '{ "a": 1,\n"\\u0061": "b:" }', 2],
    ["JSON that has one __proto__ too many", '{ "__proto__": 1,\n"__proto__": 1 }', 2],
  ])("refuses a key that stands twice, with its line: %s", (_name, text, line) => {
    expect(() => readSourceFile("a.json", text)).toThrow(SpecGateError);
    expect(() => readSourceFile("a.json", text)).toThrow(
      `a.json:${line} repeats a key of the same object: remove or rename one`,
    );
  });

  test("reads each key of JSON, whatever its texts look like", () => {
    const value = { "a:": '":', b: ['"c":', { "\\": "\\", "": [] }], __proto: { "{": 1 } };
    expect(readSourceFile("a.json", JSON.stringify(value)).value).toEqual(value);
  });

  test.each(["a: [", '{"a": ', "a: *nothing"])("rejects %j in one line", (text) => {
    expect(() => readSourceFile("a.yaml", text)).toThrow(SpecGateError);
    expect(() => readSourceFile("a.yaml", text)).toThrow(/^a\.yaml:1 is neither YAML nor JSON: [^\n]+$/);
  });

  test("says that it does not read aliases that stand for too many values", () => {
    const lines = Array.from({ length: 9 }, (_, index) => {
      const list = Array(10).fill(index === 0 ? "1" : `*a${index - 1}`);
      return `x-${index}: &a${index} [${list.join(", ")}]`;
    });
    expect(() => readSourceFile("a.yaml", lines.join("\n"))).toThrow(
      /^a\.yaml has more than 20000000 values/,
    );
  });

  test("says that it does not read what is nested too deep", () => {
    const list = (depth: number) => `{ "a": ${"[".repeat(depth)}${"]".repeat(depth)} }`;
    expect(() => readSourceFile("a.json", list(20_000))).toThrow(/^a\.json is nested more than 500 deep/);
    expect(() => readSourceFile("a.yaml", list(1_000).slice(1, -1))).toThrow(
      /^a\.yaml is nested more than 500/,
    );
    expect(readSourceFile("a.json", list(400)).value).toHaveProperty("a");
  });

  test.each([
    ["Latin-1", Buffer.from("a: 1\nné: 2\n", "latin1"), 2],
    ["a character that ends too early", Buffer.from([0x61, 0x3a, 0xe2, 0x82, 0x0a, 0x62, 0x3a, 0x31]), 1],
    ["half of a surrogate pair", Buffer.from([0x61, 0x3a, 0x31, 0x0a, 0x62, 0x3a, 0xed, 0xa0, 0x80]), 2],
  ])("names the line that is not UTF-8: %s", (_name, bytes, line) => {
    const file = write("other.yaml", "");
    writeFileSync(file, bytes);
    expect(() => readSourceFile(file)).toThrow(`${file}:${line} is not UTF-8: save the file as UTF-8`);
  });

  test("keeps the replacement character where it was written", () => {
    expect(readSourceFile(write("replaced.yaml", "a: \uFFFD\n")).value).toEqual({ a: "\uFFFD" });
  });

  test("names conflict markers and UTF-16", () => {
    const conflict = "a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> other\n";
    expect(() => readSourceFile("a.yaml", conflict)).toThrow(
      /^a\.yaml:2 has a conflict marker of git: resolve/,
    );
    const file = write("utf16.yaml", "");
    for (const mark of ["\uFEFF", ""]) {
      writeFileSync(file, Buffer.from(`${mark}openapi: 3.1.0\n`, "utf16le"));
      expect(() => readSourceFile(file)).toThrow(/is in UTF-16: save it as UTF-8$/);
    }
  });
});
