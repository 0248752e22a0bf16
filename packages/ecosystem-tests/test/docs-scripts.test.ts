import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityFindings } from "../src/docs/accessibility.ts";
import { useDocs } from "../src/docs/docs-session.ts";
import { type OpenPage, openPage } from "../src/docs/open-page.ts";
import { useSandbox } from "../src/sandbox.ts";

const desk = { colorScheme: "light", width: 1440 } as const;

const docs = useDocs();

describe("the search", () => {
  let opened: OpenPage;
  beforeAll(async () => {
    opened = await openPage(docs.browser, docs.server.url, desk);
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());

  // Each begins on the page that the one before found.
  test.each([
    ["hostId", "hostId"],
    ["name taken", "errors/name-taken/"],
    ["opaque string", ".path.computerId"],
    ["waitUntil", "guides/waiting/"],
    ["retryInstallDeps", "#retryInstallDeps"],
    ["zeppelin", undefined],
  ])("finds %s as it is typed, and goes there by the keyboard alone", async (query, address) => {
    const { page } = opened;
    await page.keyboard.press("/");
    const input = page.getByRole("combobox", { name: "Search the docs" });
    await input.waitFor();
    await page.keyboard.type(query);
    const results = page.getByRole("dialog").getByRole("option");
    if (address === undefined) {
      await page.getByText("Nothing was found.").waitFor();
      return;
    }
    await results.first().waitFor();
    const found = await results.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
    const at = found.findIndex((href) => href.includes(address));
    expect(at, found.join(" ")).toBeGreaterThanOrEqual(0);
    for (let step = 0; step < at; step++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.href.includes(address));
    expect(opened.outside).toEqual([]);
  });

  test("opens with Ctrl-K, closes with Escape, gives the focus back, and has no accessibility finding", async () => {
    await using opened = await openPage(docs.browser, `${docs.server.url}reference/`, desk);
    const { page } = opened;
    const button = page.getByRole("button", { name: "Search" });
    await button.focus();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search the docs" }).waitFor();
    await page.keyboard.type("status");
    await page.getByRole("dialog").getByRole("option").first().waitFor();
    expect(await accessibilityFindings(page, "dialog")).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe("a reader", () => {
  test("copies blocks, links and the page, and sees in the contents where the screen is", async () => {
    await using opened = await openPage(docs.browser, `${docs.server.url}reference/`, desk);
    const { page } = opened;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("button", { name: "Copy getComputer in curl" }).click();
    await page.getByText("Copied.").waitFor();
    expect(await copied()).toContain("curl --fail-with-body");
    await page.getByRole("button", { name: "Copy page" }).click();
    await page.getByText("The page is copied as Markdown.").waitFor();
    expect(await copied()).toMatch(/^# /);
    await page.locator("[id='updateComputer.body.name'] > dt > .name").click();
    await page.getByText("The link is copied.").waitFor();
    expect(await copied()).toBe(`${docs.server.url}reference/#updateComputer.body.name`);
    await page.locator(".side [aria-current='location']", { hasText: "Update a computer PATCH" }).waitFor();
    expect(opened.errors).toEqual([]);
  });

  test("with a phone has the menu at hand everywhere", async () => {
    const phone = { colorScheme: "light", width: 390 } as const;
    await using opened = await openPage(docs.browser, `${docs.server.url}reference/#Problem`, phone);
    const { page } = opened;
    await page.getByText("Menu").click();
    expect(await accessibilityFindings(page, ".side")).toEqual([]);
    await page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name: "Get a computer" })
      .click();
    await page.waitForURL((url) => url.hash === "#getComputer");
    await page.locator(".side .groups").waitFor({ state: "hidden" });
    expect(await page.getByText("Menu").isVisible()).toBe(true);
  });
});

describe("at the service", () => {
  const sandbox = useSandbox();

  test("a browser that opens its address lands at the docs", async () => {
    const { COMPUTE_HOST_URL: url } = sandbox.env;
    await using opened = await openPage(docs.browser, url, desk);
    expect(opened.page.url()).toBe(`${url}/docs/`);
    expect(opened.errors).toEqual([]);
  });

  test.each([
    ["/problems/name-taken", 200, "Name taken"],
    ["/problems", 200, "Errors"],
    ["/problems/unheard-of", 404, "Page not found"],
    ["/docs/guides/lost/", 404, "Page not found"],
  ])(
    "%s shows a page of the docs, with its look, its search and links that work",
    async (path, status, title) => {
      const address = sandbox.env.COMPUTE_HOST_URL + path;
      expect((await fetch(address)).status).toBe(status);
      await using opened = await openPage(docs.browser, address, desk);
      const { page } = opened;
      expect(await page.locator("h1").textContent()).toContain(title);
      expect(await accessibilityFindings(page)).toEqual([]);
      expect(await page.locator(".shell").evaluate((part) => getComputedStyle(part).display)).toBe("grid");
      await page.keyboard.press("/");
      await page.keyboard.type("hostId");
      await page.getByRole("dialog").getByRole("option").first().waitFor();
      await page.keyboard.press("Escape");
      const link = page
        .getByRole("navigation", { name: "Pages" })
        .getByRole("link", { name: "API reference" });
      const target = await link.evaluate((element) => (element as HTMLAnchorElement).href);
      expect(target).toBe(`${sandbox.env.COMPUTE_HOST_URL}/docs/reference/`);
      expect((await fetch(target)).status).toBe(200);
      // A browser says on its console that a page has the status 404.
      expect(opened.errors.filter((error) => !error.includes("404"))).toEqual([]);
      expect(opened.outside).toEqual([]);
    },
  );
});
