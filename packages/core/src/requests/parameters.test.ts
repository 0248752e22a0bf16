import { expect, test } from "vitest";
import type { OperationParameter, ParameterPlace, ScalarKind } from "../operations/operation.ts";
import { readParameters } from "./parameters.ts";

const read = (parameter: Partial<OperationParameter>, query = "", fields: Record<string, string> = {}) => {
  const one = {
    name: "p",
    in: "query",
    isRequired: false,
    shape: { kind: "string" },
    schema: {},
    ...parameter,
  };
  return readParameters(
    {
      operationId: "read",
      method: "GET",
      path: "/",
      successStatus: 200,
      parameters: [one as OperationParameter],
    },
    { path: { p: "a" }, query, field: (name) => fields[name] },
  );
};

test.each<[ScalarKind, readonly string[]]>([
  ["integer", ["0", "-0", "7", "-12", "100", "1.5", "0.25", "1e3", "1E3", "1e+3", "1e-10", "1.5e10"]],
  ["number", ["0", "-0", "7", "-12", "100", "1.5", "0.25", "1e3", "1E3", "1e+3", "1e-10", "1.5e10"]],
  ["boolean", ["true", "false"]],
])("a value of the type %s is read as JSON: %j", (kind, texts) => {
  for (const text of texts)
    expect(read({ shape: { kind } }, `p=${encodeURIComponent(text)}`).query.p).toBe(JSON.parse(text));
});

const notNumbers = [
  "",
  "01",
  "+1",
  "1.",
  ".5",
  "1.x",
  "1a",
  "a1",
  " 1",
  "1 ",
  "0x1",
  "1e",
  "1e+",
  "1ee3",
  "1e3x",
  "1ex",
  "-",
];

test.each<[ScalarKind, readonly string[]]>([
  ["integer", [...notNumbers, "true"]],
  ["number", [...notNumbers, "true"]],
  ["boolean", ["", "True", "xtrue", "truex", "xfalse", "falsex", "1"]],
  ["string", ["", "1", "true", "a b"]],
])("any other value of the type %s stays a string: %j", (kind, texts) => {
  for (const text of texts)
    expect(read({ shape: { kind } }, `p=${encodeURIComponent(text)}`).query.p).toBe(text);
});

test.each<[ParameterPlace]>([["query"], ["header"]])("a parameter of the %s may be left out", (place) => {
  const schema = { type: "string" } as const;
  expect(read({ in: place, schema })).toEqual({ path: {}, query: {}, header: {} });
  const filled = { shades: ["red"] };
  const { [place]: sent } = read({ in: place, default: filled });
  expect(sent).toEqual({ p: filled });
  expect(sent.p).not.toBe(filled);
});

test("a query may start with its question mark, and a header field is found in lower case", () => {
  expect(read({}, "?p=1").query).toEqual({ p: "1" });
  expect(read({ name: "X-Trace", in: "header" }, "", { "x-trace": "1" }).header).toEqual({ "X-Trace": "1" });
});
