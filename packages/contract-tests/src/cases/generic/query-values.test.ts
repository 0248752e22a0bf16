import {
  apiOf,
  type JsonObject,
  listOf,
  objectOf,
  type Parameter,
  parametersIn,
} from "@compute-host/openapi";
import { expect, test } from "vitest";
import { type ContractApi, createContractApi } from "../../openapi/contract-api.ts";
import { description } from "../../openapi/description.ts";
import type { CaseContext, Wanted } from "../contract-case.ts";
import { queryCases } from "./queries.ts";
import { invalidValues, validValues } from "./query-values.ts";

const [x, emoji] = ["x", "\u{1F600}"];

/** Returns the description with one more query parameter of the list, and that parameter. */
function withParameter(schema: JsonObject, example: unknown): [ContractApi, Parameter] {
  const document = structuredClone(description);
  const list = objectOf(objectOf(objectOf(document.paths)["/api/v0/computers"]).get);
  (listOf(list.parameters) as unknown[]).push({ name: "added", in: "query", schema, example });
  const api = createContractApi(apiOf(document));
  const added = parametersIn(api.operation("listComputers"), "query").at(-1);
  return [api, added as Parameter];
}

test.for<[string, JsonObject, unknown, { valid: string[]; invalid: string[] }]>([
  [
    "a text with bounds",
    { type: "string", minLength: 2, maxLength: 3 },
    "Ab",
    {
      valid: ["Ab", "AB", "ab", "xx", emoji.repeat(2), "xxx", emoji.repeat(3)],
      invalid: [x, emoji, x.repeat(4), emoji.repeat(4), "", "no-value-of-it"],
    },
  ],
  ["a text of any kind", { type: "string" }, "any", { valid: ["any", "ANY"], invalid: [] }],
  [
    "a UUID",
    { type: "string", format: "uuid" },
    "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10",
    {
      valid: ["ffffffff-ffff-ffff-ffff-ffffffffffff"],
      invalid: ["urn:uuid:3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10"],
    },
  ],
  ["a date", { type: "string", format: "date" }, "2026-01-31", { valid: ["2026-01-31"], invalid: ["1"] }],
  [
    "an integer with bounds",
    { type: "integer", minimum: 1, maximum: 50 },
    20,
    { valid: ["20", "1", "50"], invalid: ["0", "51", "20.5", "", "no-value-of-it"] },
  ],
  [
    "a number with bounds",
    { type: "number", minimum: -1, maximum: 1.5 },
    0.5,
    { valid: ["0.5", "-1", "1.5"], invalid: ["-2", "2.5", ""] },
  ],
  ["a boolean", { type: "boolean" }, true, { valid: ["true", "false"], invalid: ["TRUE", "1", ""] }],
  [
    "an enum",
    { type: "string", enum: ["on", "off"] },
    "on",
    { valid: ["on", "off"], invalid: ["ON", "onx"] },
  ],
])("%s is sent with values of its schema only", ([, schema, example, { valid, invalid }]) => {
  const [api, added] = withParameter(schema, example);
  expect(validValues(api, added)).toEqual(expect.arrayContaining(valid));
  expect(invalidValues(api, added)).toEqual(expect.arrayContaining(invalid));
  const isOther = (text: string) => invalidValues(api, added).includes(text);
  expect(validValues(api, added).filter(isOther)).toEqual([]);
  if (invalid.length === 0) expect(invalidValues(api, added)).toEqual([]);
  if (schema.format !== "uuid")
    expect(validValues(api, added).filter((text) => text.length > 30)).toEqual([]);
});

test("a list, for which there are no values yet, is named with its place in the description", () => {
  const [api, added] = withParameter({ type: "array", items: { type: "string" } }, ["a"]);
  const place = `added (${added.pointer})`;
  expect(() => validValues(api, added)).toThrow(place);
  expect(() => invalidValues(api, added)).toThrow(place);
});

test("a right service passes when the list has a parameter that takes any text, or a number", async () => {
  for (const [schema, example] of [
    [{ type: "string" }, "any"],
    [{ type: "string", minLength: 1, maxLength: 63 }, "any"],
    [{ type: "integer", minimum: 1, maximum: 50 }, 20],
  ] as const) {
    const [api] = withParameter(schema, example);
    const cases = queryCases(api);
    for (const { run, title } of cases) await expect(run(rightService(api)), title).resolves.toBeUndefined();
    const refusals = cases.filter(({ title }) => title === "listComputers refuses every invalid added");
    expect(refusals.length).toBe("maxLength" in schema || "maximum" in schema ? 1 : 0);
  }
});

/** A target that reads a query as the description says. */
function rightService(api: ContractApi): CaseContext {
  const parameters = parametersIn(api.operation("listComputers"), "query");
  const isRight = ({ schemaPointer, shape }: Parameter, text: string) =>
    api.validator(schemaPointer)(shape.kind === "integer" && /^-?\d+$/.test(text) ? Number(text) : text);
  return {
    api,
    target: { lacks: {} },
    async send({ query = [] }: { query?: readonly (readonly [string, string])[] }, wanted: Wanted = {}) {
      const wrong = parameters.filter((one) => {
        const [first, ...more] = query.filter(([name]) => name === one.name).map(([, value]) => value);
        return more.length > 0 || (first !== undefined && !isRight(one, first));
      });
      const status = wrong.length > 0 ? 400 : 200;
      expect([wanted.status ?? status].flat(), JSON.stringify(query)).toContain(status);
      return { status, text: "", json: { errors: wrong.map(({ name }) => ({ parameter: name })) } };
    },
  } as unknown as CaseContext;
}
