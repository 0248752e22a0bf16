import { globSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../../src/browser/launch-browser.ts";
import { accessibilityFindings } from "../../src/docs/accessibility.ts";
import { type DocsServer, docsFolder, startDocsServer } from "../../src/docs/docs-server.ts";
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
  const reader = { colorScheme: "light", width: 1440, javaScriptEnabled: false } as const;
  const links = new Set<string>();
  for (const path of pages) {
    await using opened = await openPage(browser, server.url + path, reader);
    const found = await opened.page
      .locator("a[href]")
      .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
    for (const link of found) if (link.startsWith(server.origin)) links.add(link);
  }
  expect(links.size).toBeGreaterThan(pages.length);
  const targets = Map.groupBy(links, (link) => link.split("#")[0] ?? "");
  for (const [address, all] of targets) {
    // A description is downloaded, not opened.
    if (!address.endsWith("/")) {
      expect((await fetch(address)).status, address).toBe(200);
      continue;
    }
    await using opened = await openPage(browser, address, reader);
    expect(await opened.page.locator("h1").count(), address).toBe(1);
    const ids = new Set(await opened.page.locator("[id]").evaluateAll((parts) => parts.map(({ id }) => id)));
    const lost = all.filter((link) => {
      const id = decodeURIComponent(new URL(link).hash.slice(1));
      return id !== "" && !ids.has(id);
    });
    expect(lost).toEqual([]);
  }
});
