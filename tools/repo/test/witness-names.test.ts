import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../src/checks/workspace.ts";
import { witnesses } from "../src/witnesses/witness-names.ts";

test("the page on what a change breaks calls the witnesses as the report does", () => {
  const page = readFileSync(join(root, "packages/docs/content/guides/what-a-change-breaks.md"), "utf8");
  const [, ...rows] = page.match(/^\| Witness [\s\S]*?\n\n/m)?.[0].split("\n| ") ?? [];
  const names = rows.slice(1).map((row) => row.split(" | ")[0]?.trim());
  expect(names).toEqual(Object.values(witnesses));
});
