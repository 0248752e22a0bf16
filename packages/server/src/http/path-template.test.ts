import { expect, test } from "vitest";
import { routedPath } from "./path-template.ts";

test.each([
  ["/ships/{shipId}/crew/{day}", "/ships/:shipId/crew/:day", "/ships/7/crew/1?x", { shipId: "7", day: "1" }],
  ["/gr%C3%B6%C3%9Fe/{a}", "/größe/:a", "http://host/gr%c3%b6%c3%9fe/a%2Fb", { a: "a%2Fb" }],
  ["/{a-b}/{c}", "/:$1/:c", "/x/y", { "a-b": "x", c: "y" }],
  ["/{__proto__}", "/:$1", "/x", JSON.parse('{"__proto__":"x"}')],
  ["/v{a}.{b}", String.raw`/:$1(^v(?:[^]+)\u002e(?:(?:(?!\u002e)[^])+)$)`, "/v1.2.3", { a: "1.2", b: "3" }],
  ["/{a}:log", String.raw`/:$1(^(?:[^]+)\u003alog$)`, "/%2F%3Alog", { a: "%2F" }],
  ["/{a}{b}", "/:$1(^(?:[^]+)(?:[^]+)$)", "/xyz", { a: "xy", b: "z" }],
])("the parameters of %s have names and texts", (template, url, target, texts) => {
  const path = routedPath(template);
  expect(path.url).toBe(url);
  expect(path.rawTextsOf(target)).toEqual(texts);
});
