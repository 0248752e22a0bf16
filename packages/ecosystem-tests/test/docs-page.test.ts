import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { launchBrowser } from "../src/browser/launch-browser.ts";

const html = readFileSync(new URL(import.meta.resolve("@compute-host/docs/index.html")));
const spec = parse(readFileSync(new URL(import.meta.resolve("@compute-host/spec/openapi.yaml")), "utf8"));
const operations: { summary: string }[] = Object.values(spec.paths).flatMap((item) =>
  Object.values(item as object).filter((value) => typeof value.operationId === "string"),
);

let server: Server;
let browser: Browser;
let page: Page;
const failures: string[] = [];
const answered: string[] = [];

beforeAll(async () => {
  server = createServer((_request, response) => response.setHeader("Content-Type", "text/html").end(html));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await launchBrowser();
  page = await browser.newPage();
  page.on("pageerror", (error) => failures.push(error.message));
  page.on("response", (response) => answered.push(response.url()));
  page.on("requestfailed", (request) => {
    if (request.failure()?.errorText !== "csp") answered.push(request.url());
  });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.getByText("How to read this document").first().waitFor();
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

test("the page has the title of the spec and no script error", async () => {
  expect(await page.title()).toBe(spec.info.title);
  expect(failures).toEqual([]);
});

test("nothing is requested from another host", () => {
  const { origin } = new URL(page.url());
  expect(answered.filter((url) => !/^(data|blob):/.test(url) && new URL(url).origin !== origin)).toEqual([]);
});

test.each(operations)("$summary is in the page", async ({ summary }) => {
  expect(html.includes(summary)).toBe(true);
  await page.goto(`${new URL(page.url()).origin}/`);
  await page.getByText("Computers", { exact: true }).first().click();
  await page.getByText(summary, { exact: true }).first().waitFor({ timeout: 20_000 });
});
