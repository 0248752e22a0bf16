import { expect, test } from "vitest";
import { newTraceparent, traceparentOf } from "./traceparent.ts";

const ids = "0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

test("a valid field is kept, and a newer version is read as the first version", () => {
  expect(traceparentOf(`00-${ids}`)).toBe(`00-${ids}`);
  expect(traceparentOf(`cc-${ids}-what-comes`)).toBe(`00-${ids}`);
});

test.each([
  undefined,
  "",
  "junk",
  `00-${ids}-more`,
  `ff-${ids}`,
  `00-${ids}, 00-${ids}`,
  `00-${ids.toUpperCase()}`,
  `00-${"0".repeat(32)}-b7ad6b7169203331-01`,
  `00-0af7651916cd43dd8448eb211c80319c-${"0".repeat(16)}-01`,
  `00-${ids}\n`,
  [`00-${ids}`],
])("%j gets a new trace", (field) => {
  const made = traceparentOf(field);
  expect(made).not.toContain("0af7651916cd43dd");
  expect(traceparentOf(made)).toBe(made);
  expect(newTraceparent()).not.toBe(made);
});
