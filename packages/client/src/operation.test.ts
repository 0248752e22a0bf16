import { expect, test } from "vitest";
import type { Exchange } from "./call.ts";
import {
  bodyOf,
  comma,
  multipartBody,
  paramsWriter,
  readNothing,
  readOptional,
  readText,
} from "./operation.ts";

test("JSON of any media type is written as text, anything else goes as it is", () => {
  const headers = {};
  const form = new URLSearchParams({ a: "1" });
  expect(bodyOf("application/merge-patch+json")({ a: 1 }, headers)).toBe('{"a":1}');
  expect(headers).toEqual({ "content-type": "application/merge-patch+json" });
  expect(bodyOf("application/x-www-form-urlencoded")(form, headers)).toBe(form);
});

test("the platform writes the content type of a multipart body", () => {
  const headers = {};
  const body = new FormData();
  expect(multipartBody(body, headers)).toBe(body);
  expect(headers).toEqual({});
});

test("header parameters are taken out of those of the query", () => {
  const headers = {};
  const params = Object.freeze({ "X-Trace": 7, limit: 1, ids: ["a", "b"], "X-Absent": undefined });
  const write = paramsWriter({ ids: comma }, "X-Trace", "X-Absent");
  expect(write(params, headers)).toBe("?limit=1&ids=a,b");
  expect(headers).toEqual({ "x-trace": "7" });
});

test.each([
  [readText, "text", "text"],
  [readNothing, "text", undefined],
  [readOptional(readText), "text", "text"],
  [readOptional(readText), "", undefined],
])("%o reads %j as %j", (read, body, data) => {
  expect(read({ body } as Exchange)).toBe(data);
});
