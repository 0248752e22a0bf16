import { describe, expect, test } from "vitest";
import { createPathSerializer } from "./address.ts";
import { InvalidArgumentError } from "./errors.ts";
import * as parameters from "./parameter-writers.ts";

const list = ["blue", "black", "brown"];
const object = { R: 100, G: 200, B: 150 };

// The values of the table in OpenAPI 3.1, section 4.8.12.4.
test.each<[parameters.PathWriter, unknown, string]>([
  [parameters.matrix, "", ";color"],
  [parameters.matrix, "blue", ";color=blue"],
  [parameters.matrix, list, ";color=blue,black,brown"],
  [parameters.matrix, object, ";color=R,100,G,200,B,150"],
  [parameters.matrixes, [], ";color"],
  [parameters.matrixes, list, ";color=blue;color=black;color=brown"],
  [parameters.matrixPairs, object, ";R=100;G=200;B=150"],
  [parameters.label, "blue", ".blue"],
  [parameters.label, list, ".blue,black,brown"],
  [parameters.label, object, ".R,100,G,200,B,150"],
  [parameters.labels, list, ".blue.black.brown"],
  [parameters.labels, ["a.b", "c"], ".a%2Eb.c"],
  [parameters.labelPairs, object, ".R=100.G=200.B=150"],
  [parameters.simple, list, "blue,black,brown"],
  [parameters.simple, ["a,b", "c/d"], "a%2Cb,c%2Fd"],
  [parameters.simple, object, "R,100,G,200,B,150"],
  [parameters.simplePairs, object, "R=100,G=200,B=150"],
  [parameters.jsonSegment, { a: [1] }, "%7B%22a%22%3A%5B1%5D%7D"],
])("in a path, %o writes %j as %s", (write, value, text) => {
  const { serializePath } = parameters.writing({ path: [["color", write]] });
  expect(serializePath?.("/things/{color}/{id}")((name) => (name === "color" ? value : "a"))).toBe(
    `/things/${text}/a`,
  );
});

test.each<[parameters.QueryWriter, unknown, string]>([
  [parameters.form, "blue", "color=blue"],
  [parameters.form, list, "color=blue&color=black&color=brown"],
  [parameters.comma, [], "color="],
  [parameters.comma, list, "color=blue,black,brown"],
  [parameters.comma, ["a,b", null], "color=a%2Cb,"],
  [parameters.comma, object, "color=R,100,G,200,B,150"],
  [parameters.spread(), { ...object, A: undefined }, "R=100&G=200&B=150"],
  [parameters.space, list, "color=blue%20black%20brown"],
  [parameters.space, object, "color=R%20100%20G%20200%20B%20150"],
  [parameters.pipe, list, "color=blue%7Cblack%7Cbrown"],
  [parameters.pipe, object, "color=R%7C100%7CG%7C200%7CB%7C150"],
  [parameters.deepObject, object, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"],
  [parameters.json, { a: [1] }, "color=%7B%22a%22%3A%5B1%5D%7D"],
  [parameters.reserved(parameters.form), "a/b?c=d&e#f+g%2F,[h]", "color=a/b?c=d%26e%23f%2Bg%252F,%5Bh%5D"],
  [parameters.reserved(parameters.comma), ["a/b,c", ";"], "color=a/b%2Cc,;"],
  [parameters.reserved(parameters.deepObject), { "a=": "=/" }, "color%5Ba%3D%5D==/"],
])("in a query, %o writes %j as %s", (write, value, text) => {
  expect(write("color", value).join("&")).toBe(text);
});

test.each<[parameters.HeaderWriter, unknown, string]>([
  [parameters.plain, 'W/"100%, a=b"', 'W/"100%, a=b"'],
  [parameters.plain, "caf\xe9", "caf\xe9"],
  [parameters.list, list, "blue,black,brown"],
  [
    parameters.list,
    ["computers:read", " New York ", "a,b", "100%", "日"],
    "computers:read,%20New York%20,a%2Cb,100%25,%E6%97%A5",
  ],
  [parameters.list, object, "R,100,G,200,B,150"],
  [parameters.pairs, { "a=": "b=" }, "a%3D=b%3D"],
  [parameters.jsonField, { a: "日\u007f" }, '{"a":"\\u65e5\\u007f"}'],
])("in a header, %o writes %j as %s", (write, value, text) => {
  const headers = {};
  expect(
    parameters
      .writing({ header: [["X-Color", write]] })
      .writeParams?.({ "X-Color": value, limit: 1 }, headers),
  ).toBe("?limit=1");
  expect(headers).toEqual({ "x-color": text });
});

describe("nothing is sent", () => {
  test.each([
    "secret\nb",
    "secret\rb",
    "secret\0b",
    "secret日本",
    "secret\u0100",
    " secret",
    "secret ",
    "\tsecret",
  ])("with the header value %j", (value) => {
    const { writeParams } = parameters.writing({ header: [["X-Name", parameters.plain]] });
    const attempt = () => writeParams?.({ "X-Name": value }, {});
    expect(attempt).toThrow(InvalidArgumentError);
    expect(attempt).toThrow(/^X-Name must fit in a header/);
    expect(attempt).not.toThrow("secret");
  });

  test.each<[parameters.PathWriter, unknown]>([
    [parameters.simple, []],
    [parameters.simple, [""]],
    [parameters.simple, ["."]],
    [parameters.simple, undefined],
    [parameters.label, ""],
    [parameters.label, "."],
    [parameters.labels, []],
    [parameters.labels, ["."]],
    [parameters.labelPairs, "text"],
    [parameters.simplePairs, {}],
    [parameters.matrix, [""]],
    [parameters.jsonSegment, undefined],
  ])("for %o of %j in a path, which would be another one", (write, value) => {
    const { serializePath } = parameters.writing({ path: [["color", write]] });
    expect(() => serializePath?.("/things/{color}")(() => value)).toThrow(InvalidArgumentError);
  });

  test.each<[parameters.QueryWriter, unknown, RegExp]>([
    [parameters.space, ["a b"], /^color must not have " " in an item$/],
    [parameters.pipe, { "a|b": 1 }, /^color must not have "\|" in an item$/],
    [parameters.comma, [""], /^color must not have an empty item alone$/],
    [parameters.spread("limit"), { limit: 1 }, /^color must not have limit, which is another parameter$/],
    [parameters.deepObject, "blue", /^color must be an object$/],
    [parameters.json, { toJSON: () => undefined }, /^color must be valid JSON$/],
  ])("for %o of %j in a query, which could not be read", (write, value, message) => {
    const send = () => write("color", value).join("&");
    expect(send).toThrow(message);
    expect(send).toThrow(InvalidArgumentError);
  });
});

test("a writer is found whatever the name of its parameter", () => {
  const { writeParams } = parameters.writing({
    query: [["constructor", parameters.comma]],
    header: [["toString", parameters.plain]],
  });
  const params = JSON.parse('{ "__proto__": [1, 2], "constructor": [1, 2], "toString": 3, "valueOf": 4 }');
  const headers = {};
  expect(writeParams?.(params, headers)).toBe("?__proto__=1&__proto__=2&constructor=1,2&valueOf=4");
  expect(headers).toEqual({ tostring: "3" });
});

test("parameters without a writer stay as they were", () => {
  const { serializePath, writeParams } = parameters.writing({
    path: [],
    query: [["ids", parameters.comma]],
    header: [["X-Absent", parameters.plain]],
  });
  expect(serializePath?.("/things/{id}")(() => "a b")).toBe(
    createPathSerializer("/things/{id}")(() => "a b"),
  );
  const params = Object.freeze({ limit: 1, ids: ["a", "b"], "X-Absent": undefined });
  expect(writeParams?.(params, {})).toBe("?limit=1&ids=a,b");
});
