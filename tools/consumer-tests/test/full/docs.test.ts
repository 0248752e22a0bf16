import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findBarriers, useDocs } from "../../src/docs/docs-reader.ts";
import { useSandbox } from "../../src/sandbox.ts";

// What readers do; `docs-pages.test.ts` looks at every page.

const desktop = { colorScheme: "light", width: 1280 } as const;
const phone = { colorScheme: "dark", width: 390 } as const;

const docs = useDocs();
const sandbox = useSandbox();

test("on a phone in dark mode, the reference is accessible, and its menu is at hand everywhere", async () => {
  await using opened = await docs.open(`${docs.url}reference/#updateComputer.409`, phone);
  const { page, errors } = opened;
  expect(await findBarriers(page)).toEqual([]);
  await page.getByText("Menu").click();
  expect(await findBarriers(page, ".side")).toEqual([]);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Get a computer" }).click();
  await page.waitForURL((url) => url.hash === "#getComputer");
  await page.locator(".side .groups").waitFor({ state: "hidden" });
  expect(errors).toEqual([]);
});

test("without scripts, the address of a field leads to its text, and every language is a click away", async () => {
  const reader = { ...desktop, javaScriptEnabled: false };
  await using opened = await docs.open(`${docs.url}reference/#listComputers.200.computers.name`, reader);
  const { page } = opened;
  const top = await page
    .locator("[id='Computer.name']")
    .evaluate((field) => field.getBoundingClientRect().top);
  expect(top).toBeGreaterThan(0);
  expect(top).toBeLessThan(200);
  const sample = page.getByRole("group", { name: "updateComputer in Python" });
  expect(await sample.isVisible()).toBe(false);
  expect(await page.getByRole("button").count()).toBe(0);
  await page.locator("label[for='update-a-computer-in-python']").click();
  expect(await sample.isVisible()).toBe(true);
});

test("the language of samples stays the same from page to page", async () => {
  await using opened = await docs.open(`${docs.url}reference/`, desktop);
  const { page } = opened;
  await page.locator("label[for='list-computers-in-python']").click();
  await page.reload();
  expect(await page.getByRole("group", { name: "retryInstallDeps in Python" }).isVisible()).toBe(true);
});

test("the search works while typing, needs only the keyboard, and returns the focus", async () => {
  await using opened = await docs.open(docs.url, desktop);
  const { page } = opened;
  const button = page.getByRole("button", { name: "Search" });
  const results = page.getByRole("dialog").getByRole("link");
  await button.focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("name taken");
  await results.first().waitFor();
  expect(await findBarriers(page, "dialog")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("/");
  await page.keyboard.type("zeppelin");
  await page.getByText("Nothing was found.").waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("retryInstallDeps");
  await results.first().waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.href.endsWith("#retryInstallDeps"));
  expect(opened.errors).toEqual([]);
});

test("blocks of code can be copied, and the name of a field leads to its address", async () => {
  await using opened = await docs.open(`${docs.url}reference/`, desktop);
  const { page } = opened;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy getComputer in curl" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("curl --fail-with-body");
  await page.locator("[id='updateComputer.body.name'] a").first().click();
  expect(page.url()).toBe(`${docs.url}reference/#updateComputer.body.name`);
  expect(opened.errors).toEqual([]);
});

test("the button that copies is in sight without a pointer over the code", async () => {
  await using opened = await docs.open(`${docs.url}guides/waiting/`, phone);
  const button = opened.page.getByRole("button", { name: "Copy" }).first();
  await button.waitFor();
  expect(await button.evaluate((element) => getComputedStyle(element).opacity)).toBe("1");
});

/** The form of an operation, as a reader sees it. */
function formOf(page: Page, operationId: string) {
  const form = page.locator("[data-try]", { has: page.locator(`[data-operation='${operationId}']`) });
  return {
    form,
    open: () => form.locator("summary").click(),
    address: form.getByLabel("Address of the service"),
    token: form.getByLabel("Token"),
    body: form.getByLabel("Body"),
    send: () => form.getByRole("button", { name: "Send" }).click(),
    where: form.locator("[data-where]"),
    result: form.locator("[data-result]"),
  };
}

test("without a service, a form uses a sandbox that keeps changes and loads with the first request", async () => {
  await using opened = await docs.open(`${docs.url}reference/`, desktop);
  const { page, errors } = opened;
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  const [update, get] = [formOf(page, "updateComputer"), formOf(page, "getComputer")];
  await update.open();
  await update.where.getByText("requests go to a sandbox inside this page").waitFor();
  expect(loaded.join()).not.toContain("sandbox");
  await update.body.fill('{"name":"renamed-here"}');
  const sample = update.form.getByRole("group", { name: "The request with curl" });
  expect(await sample.textContent()).toContain(`--json '{"name":"renamed-here"}'`);
  await update.send();
  await update.result.getByText("200").waitFor();
  expect(loaded.join()).toContain("sandbox");
  await get.open();
  await get.send();
  await get.result.getByText("renamed-here").waitFor();
  expect(await findBarriers(page, "[data-try]")).toEqual([]);
  // The host has no service, which the console reports.
  expect(errors.filter((error) => !error.includes("404"))).toEqual([]);
});

test("a form calls the service that serves the docs, and stores the token nowhere", async () => {
  const { COMPUTE_HOST_URL: url, COMPUTE_HOST_TOKEN: token } = sandbox.env;
  await using opened = await docs.open(url, desktop);
  const { page } = opened;
  expect(page.url()).toBe(`${url}/docs/`);
  await page.goto(`${url}/docs/reference/`);
  const list = formOf(page, "listComputers");
  await list.open();
  await list.where.getByText(`Requests go to this service, ${url}`).waitFor();
  await list.token.fill(token);
  await list.send();
  await list.result.getByText("200").first().waitFor();
  expect(await list.result.textContent()).toContain("staging-runner");
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(kept + (await list.result.textContent())).not.toContain(token);
  expect(opened.errors).toEqual([]);
});

test("a form calls another service by its address, sends its token nowhere else, and explains failures", async () => {
  const { COMPUTE_HOST_URL: url, COMPUTE_HOST_TOKEN: token } = sandbox.env;
  await using opened = await docs.open(`${docs.url}reference/`, desktop);
  const { page } = opened;
  const [list, get] = [formOf(page, "listComputers"), formOf(page, "getComputer")];
  await list.open();
  await list.where.getByText("sandbox").waitFor();
  await list.address.fill(`${url}/`);
  await list.token.fill(token);
  await list.send();
  await list.result.getByText("200").first().waitFor();
  await get.open();
  await get.where.getByText(`Requests go to ${url}.`).waitFor();
  expect([await get.address.inputValue(), await get.token.inputValue()]).toEqual([url, token]);
  await get.address.fill("http://service.invalid");
  await get.where.getByText("must not cross a network unencrypted").waitFor();
  await get.send();
  await get.result.getByText("Not sent.").waitFor();
  await get.address.fill("http://127.0.0.1:1");
  expect([await get.token.inputValue(), await list.token.inputValue()]).toEqual(["", ""]);
  await get.send();
  await get.result.getByText("Nothing responds at http://127.0.0.1:1, or").waitFor();
});

test.each([
  ["/problems", 200, "Errors"],
  ["/problems/name-taken", 200, "Name taken"],
  ["/problems/unheard-of", 404, "Page not found"],
  ["/docs/guides/lost/", 404, "Page not found"],
])("%s shows a page of the docs, with its look and its search", async (path, status, title) => {
  const address = sandbox.env.COMPUTE_HOST_URL + path;
  expect((await fetch(address)).status).toBe(status);
  await using opened = await docs.open(address, desktop);
  const { page } = opened;
  expect(await page.locator("h1").textContent()).toContain(title);
  expect(await page.locator(".shell").evaluate((part) => getComputedStyle(part).display)).toBe("grid");
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press("/");
  await page.keyboard.type("hostId");
  await page.getByRole("dialog").getByRole("link").first().waitFor();
  // A browser reports on its console that a page has the status 404.
  expect(opened.errors.filter((error) => !error.includes("404"))).toEqual([]);
});
