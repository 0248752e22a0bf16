import { expect, test } from "vitest";
import { bodyOf, multipartBody } from "./body-writers.ts";
import { headerParams } from "./header-params.ts";

test("JSON of any media type is written as text, anything else goes as it is", () => {
  const form = new URLSearchParams({ a: "1" });
  expect(bodyOf("application/merge-patch+json")({ a: 1 })).toEqual({
    body: '{"a":1}',
    headers: { "content-type": "application/merge-patch+json" },
  });
  expect(bodyOf("application/x-www-form-urlencoded")(form).body).toBe(form);
});

test("the platform writes the content type of a multipart body", () => {
  const body = new FormData();
  expect(multipartBody(body)).toEqual({ body, headers: {} });
});

test("header parameters are taken out of the others", () => {
  const params: Record<string, unknown> = { "X-Trace": 7, limit: 1, "X-Absent": undefined };
  expect(headerParams("X-Trace", "X-Absent")(params)).toEqual({ "X-Trace": "7" });
  expect(params).toEqual({ limit: 1 });
});
