import { expect, test } from "vitest";
import type { JsonObject } from "../src/json-value.ts";
import { object, verdictOf } from "./api.ts";
import { judgeSpellings } from "./nullable-spellings.ts";

const any = { nullable: true };
const A = { $ref: "#/components/schemas/A" };
const words = (...values: string[]) => ({ type: "string", enum: values });

const parts = (side: "request" | "response", schema: unknown, own: JsonObject, openapi = "3.0.3") => ({
  openapi,
  [side]: object({ a: schema }),
  schemas: { A: own, Null: any },
});

test("references that may be null are judged alike, however they are written", () => {
  expect(judgeSpellings().filter(({ wrong }) => wrong.length > 0)).toEqual([]);
});

test("an entry says that another alternative accepts any value", () => {
  const messageWith = (schema: unknown) =>
    verdictOf(parts("response", schema, words("a")), parts("response", schema, words("a", "b"))).changes[0]
      ?.message;
  const plain = "values that readers do not know may be sent";
  expect(messageWith({ anyOf: [A, {}] })).toBe(`${plain} (one alternative accepts any value)`);
  expect(messageWith({ anyOf: [A, any] })).toBe(plain);
});
