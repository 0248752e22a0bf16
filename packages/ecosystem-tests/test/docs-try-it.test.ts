import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityFindings } from "../src/docs/accessibility.ts";
import { useDocs } from "../src/docs/docs-session.ts";
import { openPage } from "../src/docs/open-page.ts";
import { useSandbox } from "../src/sandbox.ts";

const desk = { colorScheme: "light", width: 1440 } as const;

const docs = useDocs();
const sandbox = useSandbox();

test("works without a service, in a sandbox that keeps what was changed, by the keyboard alone", async () => {
  await using opened = await openPage(docs.browser, `${docs.server.url}reference/#updateComputer`, desk);
  const { page, outside } = opened;
  await page.locator("#updateComputer [data-try] summary").focus();
  await page.keyboard.press("Enter");
  await page.locator("#updateComputer").getByText("requests go to a sandbox inside this page").waitFor();
  await page.locator("[id='updateComputer.try.body']").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type('{"name":"renamed-here"}');
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator("#updateComputer [data-result]").getByText("200").waitFor();

  await page.locator("#getComputer [data-try] summary").click();
  await page.locator("#getComputer").getByRole("button", { name: "Send" }).click();
  const shown = page.locator("#getComputer [data-result]");
  await shown.getByText("renamed-here").waitFor();
  expect(await shown.textContent()).toContain("x-request-id");
  expect(await shown.textContent()).toContain('-H "Authorization: Bearer $COMPUTE_HOST_TOKEN"');
  expect(await shown.textContent()).toContain(`curl "$COMPUTE_HOST_URL"'/api/v0/computers/`);
  expect(await accessibilityFindings(page, "#updateComputer, #getComputer")).toEqual([]);
  expect(outside).toEqual([]);
});

test("asks the service that serves the docs, with a token that is kept nowhere", async () => {
  const { COMPUTE_HOST_URL: url, COMPUTE_HOST_TOKEN: token } = sandbox.env;
  await using opened = await openPage(docs.browser, `${url}/docs/reference/`, desk);
  const { page, errors } = opened;
  await page.locator("#listComputers [data-try] summary").click();
  await page.locator("#listComputers").getByText(`Requests go to this service, ${url}`).waitFor();
  expect(await page.locator("[id='listComputers.try.address']").inputValue()).toBe(url);
  await page.locator("[id='listComputers.try.token']").fill(token);
  await page.locator("#listComputers").getByRole("button", { name: "Send" }).click();
  const shown = page.locator("#listComputers [data-result]");
  await shown.getByText("200").first().waitFor();
  expect(await shown.textContent()).toContain("staging-runner");
  expect(errors).toEqual([]);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(kept).not.toContain(token);
  expect(await shown.textContent()).not.toContain(token);
});

/** The form of an operation, as a reader finds it. */
function formOf(page: Page, operationId: string) {
  const operation = page.locator(`#${operationId}`);
  return {
    open: () => operation.locator("[data-try] summary").click(),
    address: operation.getByLabel("Address of the service"),
    token: operation.getByLabel("Token"),
    send: () => operation.getByRole("button", { name: "Send" }).click(),
    where: operation.locator("[data-where]"),
    result: operation.locator("[data-result]"),
  };
}

test("from a host for files, the reader's own service is a typed address away, and every form takes it over", async () => {
  const { COMPUTE_HOST_URL: url, COMPUTE_HOST_TOKEN: token } = sandbox.env;
  await using opened = await openPage(docs.browser, `${docs.server.url}reference/`, desk);
  const { page } = opened;
  const [list, get] = [formOf(page, "listComputers"), formOf(page, "getComputer")];
  await list.open();
  await list.where.getByText("sandbox").waitFor();
  await list.address.fill(`${url}/`);
  await list.where.getByText(`Requests go to ${url}.`).waitFor();
  await list.token.fill(token);
  await list.send();
  await list.result.getByText("200").first().waitFor();
  expect(await list.result.textContent()).toContain(`curl '${url}/api/v0/computers'`);

  await get.open();
  await get.where.getByText(`Requests go to ${url}.`).waitFor();
  expect([await get.address.inputValue(), await get.token.inputValue()]).toEqual([url, token]);
  await get.send();
  await get.result.getByText("200").first().waitFor();

  // Another address gets no token that was typed for this one.
  await get.address.fill("https://elsewhere.invalid");
  expect([await get.token.inputValue(), await list.token.inputValue()]).toEqual(["", ""]);
  await page.reload();
  await list.open();
  await list.where.getByText("sandbox").waitFor();
  expect(await list.address.inputValue()).toBe("");
  expect([...new Set(opened.outside.map((one) => new URL(one).origin))]).toEqual([url]);
});

test("an address that cannot be asked gets a sentence that says why, and what to do", async () => {
  // Responds to everything, and lets no page of another origin read it.
  const closed = createServer((_request, response) => response.end("ready\n"));
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const closedUrl = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
  await using opened = await openPage(docs.browser, `${docs.server.url}reference/`, desk);
  const form = formOf(opened.page, "listComputers");
  await form.open();
  await form.where.getByText("sandbox").waitFor();

  await form.address.fill(closedUrl);
  await form.send();
  await form.result
    .getByText(`${closedUrl} responds, but does not let pages of ${docs.server.origin}`)
    .waitFor();
  await form.result.getByText(`COMPUTE_HOST_CORS_ORIGINS=${docs.server.origin}`).waitFor();

  closed.closeAllConnections();
  await new Promise((resolve) => closed.close(resolve));
  await form.send();
  await form.result.getByText(`Nothing responds at ${closedUrl}.`).waitFor();

  await form.address.fill("http://service.invalid");
  await form.where.getByText("must not cross a network unencrypted").waitFor();
  await form.send();
  await form.result.getByText("Not sent.").waitFor();
  expect(await accessibilityFindings(opened.page, "#listComputers")).toEqual([]);

  await form.address.fill("");
  await form.send();
  await form.result.getByText("200").first().waitFor();
  expect(opened.outside.filter((one) => !one.startsWith(closedUrl))).toEqual([]);
});
