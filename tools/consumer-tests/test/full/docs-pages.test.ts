import { globSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { docsFolder, findBarriers, useDocs, type Variant } from "../../src/docs/docs-reader.ts";

const pages = globSync("**/index.html", { cwd: docsFolder })
  .map((path) => path.replace(/index\.html$/, ""))
  .toSorted();
/** Each colour and each width once: no rule of the styles is about both. */
const variants: readonly Variant[] = [
  { colorScheme: "dark", width: 390 },
  { colorScheme: "light", width: 1280 },
];

const docs = useDocs();

test("there are pages", () => {
  expect(pages).toContain("reference/");
});

describe.each(variants)("$colorScheme, $width pixels wide", (variant) => {
  test.each(pages)("/%s has no barrier, and loads nothing from elsewhere", async (path) => {
    await using opened = await docs.open(docs.url + path, variant);
    const { page, errors } = opened;
    await page.waitForLoadState("networkidle");
    const shift = await page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift);
    expect(shift).toBeLessThan(0.01);
    // What opens here moves the rest.
    await page.evaluate(() => {
      for (const part of document.querySelectorAll("details:not([data-try])")) part.setAttribute("open", "");
    });
    expect(await findBarriers(page, "body")).toEqual([]);
    expect(errors).toEqual([]);
  });
});
