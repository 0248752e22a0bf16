import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../../src/browser/launch-browser.ts";
import { type DocsServer, startDocsServer } from "../../src/docs/docs-server.ts";
import { followLinks } from "../../src/docs/follow-links.ts";
import { openPage } from "../../src/docs/open-page.ts";
import { WorkflowJob } from "../../src/docs/workflow-job.ts";

// What the workflow uploads, on a host for files that has it below a path, as GitHub Pages does.

const desk = { colorScheme: "light", width: 1440 } as const;

let job: WorkflowJob;
let server: DocsServer;
let browser: Browser;
beforeAll(async () => {
  job = new WorkflowJob({ "github.event.repository.name": "compute-host" });
  server = await startDocsServer(await job.run("docs.yml", "build"), "/compute-host/");
  browser = await launchBrowser();
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
  job?.[Symbol.dispose]();
});

test.each([true, false])("every link leads somewhere, scripts: %s", async (javaScriptEnabled) => {
  const { count, lost, errors } = await followLinks(browser, server, { javaScriptEnabled });
  expect(count).toBeGreaterThan(100);
  expect(lost).toEqual([]);
  expect(errors).toEqual([]);
});

test("a lost reader gets a page in the look of the site, at any depth, whose links lead back", async () => {
  for (const path of ["lost", "guides/lost/", "a/b/c/lost.html"]) {
    const address = server.url + path;
    expect((await fetch(address)).status).toBe(404);
    await using opened = await openPage(browser, address, desk);
    const { page } = opened;
    expect(await page.locator("h1").textContent()).toContain("Page not found");
    expect(await page.locator(".shell").evaluate((part) => getComputedStyle(part).display)).toBe("grid");
    await page.locator("main").getByText("API reference").click();
    await page.waitForURL(`${server.url}reference/`);
  }
});

test("the search and the sandbox inside the page work there", async () => {
  await using opened = await openPage(browser, `${server.url}guides/waiting/`, desk);
  const { page } = opened;
  await page.keyboard.press("/");
  await page.keyboard.type("retryInstallDeps");
  await page.getByRole("dialog").getByRole("option").first().click();
  await page.waitForURL((url) => url.href.startsWith(`${server.url}reference/#retryInstallDeps`));
  const operation = page.locator("#retryInstallDeps");
  await operation.locator("[data-try] summary").click();
  await operation.getByText("requests go to a sandbox inside this page").waitFor();
  await operation.getByRole("button", { name: "Send" }).click();
  await operation
    .locator("[data-result]")
    .getByText(/^(202|409)/)
    .waitFor();
  expect(opened.outside).toEqual([]);
});
