import { expect, test } from "vitest";

test("the published fake responds to a broken escape in a path like its source", async () => {
  const url = new URL("../../dist/testing/index.mjs", import.meta.url).href;
  const { createFakeService } = (await import(url)) as typeof import("../../src/testing/index.ts");
  const { status } = await createFakeService().fetch("http://a/api/v0/computers/%zz", {
    headers: { authorization: "Bearer key" },
  });
  expect(status).toBe(400);
});
