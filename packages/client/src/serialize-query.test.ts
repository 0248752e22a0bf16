import { expect, test } from "vitest";
import { InvalidArgumentError } from "./errors.ts";
import * as styles from "./query-styles.ts";
import { serializeQuery } from "./serialize-query.ts";

test.each<[Record<string, unknown>, Record<string, styles.QueryWriter>, string]>([
  [{}, {}, ""],
  [{ a: undefined }, {}, ""],
  [{ a: 1, b: true, c: "x y&z" }, {}, "?a=1&b=true&c=x%20y%26z"],
  [{ "a[b]": "ü" }, {}, "?a%5Bb%5D=%C3%BC"],
  [{ ids: ["a", "b"] }, {}, "?ids=a&ids=b"],
  [{ ids: [] }, {}, ""],
  [{ ids: ["a,b", "c"] }, { ids: styles.comma }, "?ids=a%2Cb,c"],
  [{ ids: ["a", "b"] }, { ids: styles.space }, "?ids=a%20b"],
  [{ ids: ["a", "b"] }, { ids: styles.pipe }, "?ids=a%7Cb"],
  [{ size: { min: 1, max: undefined } }, { size: styles.deepObject }, "?size%5Bmin%5D=1"],
  [{ size: { min: 1, max: 2 } }, { size: styles.spread }, "?min=1&max=2"],
  [{ filter: { a: [1] } }, { filter: styles.json }, "?filter=%7B%22a%22%3A%5B1%5D%7D"],
])("%j is written in its style", (query, own, text) => {
  expect(serializeQuery(query, own)).toBe(text);
});

test("half of a surrogate pair is refused", () => {
  expect(() => serializeQuery({ a: "\ud800" })).toThrow(InvalidArgumentError);
});
