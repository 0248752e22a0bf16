import { globSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { accessibilityFindings } from "../../src/docs/accessibility.ts";
import { docsFolder } from "../../src/docs/docs-server.ts";
import { useDocs } from "../../src/docs/docs-session.ts";
import { openPage, unseenShift, variants } from "../../src/docs/open-page.ts";
import { lostOnPaper } from "../../src/docs/paper.ts";

const pages = globSync("**/index.html", { cwd: docsFolder })
  .map((path) => path.replace(/index\.html$/, ""))
  .toSorted();

const docs = useDocs();

test("there are pages", () => {
  expect(pages).toContain("reference/");
});

describe.each(variants)("$colorScheme, $width pixels wide", (variant) => {
  test.each(pages)(
    "/%s has no finding of axe, keeps still, fits, and loads nothing from elsewhere",
    async (path) => {
      await using opened = await openPage(docs.browser, docs.server.url + path, variant);
      const { page, errors, outside } = opened;
      await page.waitForLoadState("networkidle");
      expect(await opened.layoutShift()).toBeLessThan(unseenShift);
      await page.evaluate(() => {
        for (const part of document.querySelectorAll("details:not([data-try])"))
          part.setAttribute("open", "");
      });
      expect(await accessibilityFindings(page)).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      expect(outside).toEqual([]);
      expect(errors).toEqual([]);
    },
  );
});

test.each(variants)(
  "the part of the reference that an address names does not visibly shift, $colorScheme, $width pixels wide",
  async (variant) => {
    const address = `${docs.server.url}reference/#updateComputer.409`;
    await using opened = await openPage(docs.browser, address, variant);
    await opened.page.waitForLoadState("networkidle");
    expect(await opened.layoutShift()).toBeLessThan(unseenShift);
  },
);

test.each(pages)("/%s shows everything on paper", async (path) => {
  await using opened = await openPage(docs.browser, docs.server.url + path, {
    colorScheme: "light",
    width: 1440,
  });
  expect(await lostOnPaper(opened.page)).toEqual([]);
});
