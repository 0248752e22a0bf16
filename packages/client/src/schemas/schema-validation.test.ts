import { expect, test } from "vitest";
import { bodyChecks } from "./schema-validation.ts";

test("a body that is absent, or that has no schema, is not checked", async () => {
  const checked: unknown[] = [];
  const validate = (value: unknown) => {
    checked.push(value);
    return { value };
  };
  const schemas = {
    ...bodyChecks({ update: { request: "Update" } }),
    Update: { "~standard": { version: 1, vendor: "test", validate } },
  };
  await schemas["~check"]("update", undefined);
  await schemas["~check"]("update", null);
  await schemas["~check"]("other", {});
  await schemas["~check"](undefined, {});
  expect(checked).toEqual([null]);
});
