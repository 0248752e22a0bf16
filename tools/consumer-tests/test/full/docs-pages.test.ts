import { globSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { docsFolder, findBarriers, useDocs, type Variant } from "../../src/docs/docs-reader.ts";

const pages = globSync("**/index.html", { cwd: docsFolder })
  .map((path) => path.replace(/index\.html$/, ""))
  .toSorted();
const variants: readonly Variant[] = [
  { colorScheme: "light", width: 390 },
  { colorScheme: "dark", width: 390 },
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 1280 },
];

const docs = useDocs();

test("there are pages", () => {
  expect(pages).toContain("reference/");
});

describe.each(variants)("$colorScheme, $width pixels wide", (variant) => {
  test.each(pages)("/%s has no barrier, and loads nothing from elsewhere", async (path) => {
    await using opened = await docs.open(docs.url + path, variant);
    const { page, errors, outside } = opened;
    expect(await findBarriers(page)).toEqual([]);
    await page.evaluate(() => {
      for (const part of document.querySelectorAll("details:not([data-try])")) part.setAttribute("open", "");
    });
    // What opened moved the rest.
    expect(await findBarriers(page, "body")).toEqual([]);
    expect([errors, outside]).toEqual([[], []]);
  });
});
