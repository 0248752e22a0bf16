import { globSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../../src/browser/launch-browser.ts";
import { accessibilityFindings } from "../../src/docs/accessibility.ts";
import { type DocsServer, docsFolder, startDocsServer } from "../../src/docs/docs-server.ts";
import { followLinks } from "../../src/docs/follow-links.ts";
import { openPage, variants } from "../../src/docs/open-page.ts";

const pages = globSync("**/index.html", { cwd: docsFolder })
  .map((path) => path.replace(/index\.html$/, ""))
  .toSorted();

let server: DocsServer;
let browser: Browser;
beforeAll(async () => {
  server = await startDocsServer();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

describe.each(variants)("$colorScheme, $width pixels wide", (variant) => {
  test.each(pages)(
    "/%s has no finding of axe, keeps still, fits, and loads nothing from elsewhere",
    async (path) => {
      await using opened = await openPage(browser, server.url + path, variant);
      const { page, errors, outside } = opened;
      await page.waitForLoadState("networkidle");
      expect(await opened.layoutShift()).toBe(0);
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

test("every link leads somewhere in a new tab, without scripts", async () => {
  const { count, lost, errors } = await followLinks(browser, server, { javaScriptEnabled: false });
  expect(count).toBeGreaterThan(pages.length);
  expect(lost).toEqual([]);
  expect(errors).toEqual([]);
});
