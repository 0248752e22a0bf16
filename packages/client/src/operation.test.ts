import { expect, test } from "vitest";
import { fieldReader } from "./operation.ts";

const readFields = fieldReader({ ifMatch: "If-Match", depth: "X-Depth" });

test("reads the parameters that are header fields, by their names in the client, and nothing else", () => {
  expect(readFields({ ifMatch: '"1"', depth: 0, hostId: "x" })).toEqual({
    "if-match": '"1"',
    "x-depth": "0",
  });
  expect(readFields({ ifMatch: undefined })).toEqual({});
});

test.each([{}, null, Number.NaN, "a\nb", "\ud800", "€"])(
  "%j is refused with the parameter's name",
  (depth) => {
    expect(() => readFields({ depth })).toThrow(
      expect.objectContaining({
        code: "INVALID_ARGUMENT",
        message: expect.stringMatching(/^depth must be /),
      }),
    );
  },
);
