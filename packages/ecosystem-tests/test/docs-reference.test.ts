import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityFindings } from "../src/docs/accessibility.ts";
import { useDocs } from "../src/docs/docs-session.ts";
import { type OpenPage, openPage, unseenShift } from "../src/docs/open-page.ts";
import { lostOnPaper } from "../src/docs/paper.ts";

// One variant of the largest page, with the details of one operation open; `test/full/docs-pages.test.ts` has every variant of
// every page, with all of them open.

const desk = { colorScheme: "light", width: 1440 } as const;
const phone = { colorScheme: "dark", width: 390 } as const;

const docs = useDocs();

/** Opens an address of the reference before the tests of a `describe`, which share its window. */
function useReference(fragment: string, reader: Parameters<typeof openPage>[2]): { readonly now: OpenPage } {
  const window: { now?: OpenPage } = {};
  beforeAll(async () => {
    window.now = await openPage(docs.browser, `${docs.server.url}reference/${fragment}`, reader);
  });
  afterAll(() => window.now?.[Symbol.asyncDispose]());
  // What a test asks for is there by then.
  return window as { now: OpenPage };
}

describe("on a phone at night", () => {
  const opened = useReference("#updateComputer.409", phone);

  test("does not visibly shift while it loads, and is no wider than the window", async () => {
    const { page } = opened.now;
    await page.waitForLoadState("networkidle");
    expect(await opened.now.layoutShift()).toBeLessThan(unseenShift);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });

  test("has no accessibility findings or external requests", async () => {
    const { page, errors, outside } = opened.now;
    await page.evaluate(() => {
      for (const part of document.querySelectorAll("#updateComputer details:not([data-try])"))
        part.setAttribute("open", "");
    });
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(outside).toEqual([]);
    expect(errors).toEqual([]);
  });
});

describe("without scripts", () => {
  const opened = useReference("#updateComputer.409", { ...desk, javaScriptEnabled: false });

  test("an address leads into the closed part that it names", async () => {
    const { page } = opened.now;
    expect(await page.getByText("/problems/name-taken").first().isVisible()).toBe(true);
    expect(await page.locator("[id='updateComputer.409']").isVisible()).toBe(true);
  });

  test("samples of every language are a click away", async () => {
    const { page } = opened.now;
    const sample = page.getByRole("group", { name: "updateComputer in Python" });
    expect(await sample.isVisible()).toBe(false);
    await page.locator("#updateComputer").getByText("Python", { exact: true }).click();
    expect(await sample.isVisible()).toBe(true);
  });

  test("every named example opens", async () => {
    const example = opened.now.page.locator("#getComputer .returned details", {
      hasText: "made from a template",
    });
    expect(await example.locator("pre").isVisible()).toBe(false);
    await example.locator("summary").click();
    expect(await example.locator("pre").isVisible()).toBe(true);
  });
});

describe("at a desk", () => {
  const opened = useReference("", desk);

  test("the language of samples, the mark of decisions and the theme, which overrides the system's, are kept from page to page", async () => {
    const { page } = opened.now;
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    const button = page.getByRole("button", { name: "Theme" });
    await button.click();
    await button.click();
    expect(await background()).not.toBe(light);
    await page.locator("#listComputers").getByText("Python", { exact: true }).click();
    await page.locator("[data-decisions]").check();
    await page.reload();
    expect(await page.locator("[data-decisions]").isChecked()).toBe(true);
    expect(await background()).not.toBe(light);
    const shown = page.getByRole("group", { name: "retryInstallDeps in Python" });
    expect(await shown.isVisible()).toBe(true);
  });

  test("on paper everything shows", async () => {
    expect(await lostOnPaper(opened.now.page)).toEqual([]);
  });
});
