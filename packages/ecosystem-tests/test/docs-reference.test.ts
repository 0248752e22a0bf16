import { describe, expect, test } from "vitest";
import { accessibilityFindings } from "../src/docs/accessibility.ts";
import { useDocs } from "../src/docs/docs-session.ts";
import { openPage, unseenShift, variants } from "../src/docs/open-page.ts";
import { lostOnPaper } from "../src/docs/paper.ts";

const desk = { colorScheme: "light", width: 1440 } as const;

const docs = useDocs();

describe.each(variants)("the reference, $colorScheme, $width pixels wide", (variant) => {
  test("has no accessibility findings, external requests or layout shifts", async () => {
    await using opened = await openPage(docs.browser, `${docs.server.url}reference/`, variant);
    const { page, errors, outside } = opened;
    await page.evaluate(() => {
      for (const part of document.querySelectorAll("main details:not([data-try])"))
        part.setAttribute("open", "");
    });
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(outside).toEqual([]);
    expect(errors).toEqual([]);
  });

  test("does not visibly shift while it loads, and is no wider than the window", async () => {
    await using opened = await openPage(
      docs.browser,
      `${docs.server.url}reference/#updateComputer.409`,
      variant,
    );
    await opened.page.waitForLoadState("networkidle");
    expect(await opened.layoutShift()).toBeLessThan(unseenShift);
    const overflow = await opened.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

describe("without scripts", () => {
  const reader = { ...desk, javaScriptEnabled: false };

  test("an address leads into the closed part that it names", async () => {
    await using opened = await openPage(
      docs.browser,
      `${docs.server.url}reference/#updateComputer.409`,
      reader,
    );
    const example = opened.page.getByText("/problems/name-taken").first();
    expect(await example.isVisible()).toBe(true);
    expect(await opened.page.locator("[id='updateComputer.409']").isVisible()).toBe(true);
  });

  test("samples of every language are a click away", async () => {
    await using opened = await openPage(docs.browser, `${docs.server.url}reference/`, reader);
    const sample = opened.page.getByRole("region", { name: "updateComputer in Python" });
    expect(await sample.isVisible()).toBe(false);
    await opened.page.locator("#updateComputer").getByText("Python", { exact: true }).click();
    expect(await sample.isVisible()).toBe(true);
  });

  test("every named example opens", async () => {
    await using opened = await openPage(docs.browser, `${docs.server.url}reference/#getComputer`, reader);
    const example = opened.page.locator("#getComputer .returned details", {
      hasText: "made from a template",
    });
    expect(await example.locator("pre").isVisible()).toBe(false);
    await example.locator("summary").click();
    expect(await example.locator("pre").isVisible()).toBe(true);
  });
});

test("on paper everything shows", async () => {
  await using opened = await openPage(docs.browser, `${docs.server.url}reference/`, desk);
  expect(await lostOnPaper(opened.page)).toEqual([]);
});

test("the language of samples is kept from page to page", async () => {
  await using opened = await openPage(docs.browser, `${docs.server.url}reference/`, desk);
  await opened.page.locator("#listComputers").getByText("Python", { exact: true }).click();
  await opened.page.reload();
  const shown = opened.page.getByRole("region", { name: "retryInstallDeps in Python" });
  expect(await shown.isVisible()).toBe(true);
});

test("the chosen theme overrides the system's", async () => {
  await using opened = await openPage(docs.browser, `${docs.server.url}reference/`, desk);
  const background = () => opened.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  const button = opened.page.getByRole("button", { name: "Theme" });
  await button.click();
  await button.click();
  expect(await background()).not.toBe(light);
  await opened.page.reload();
  expect(await background()).not.toBe(light);
});
