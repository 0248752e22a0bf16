import { globSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { docsFolder, useDocs } from "../../src/docs/docs-reader.ts";

// What readers look up, and where they land, at 1280 x 800.

const docs = useDocs();
const laptop = { colorScheme: "light", width: 1280, height: 800 } as const;

/** What each reader types, and what has to be on the screen after the first result. */
const tasks: readonly (readonly [reader: string, query: string, answer: RegExp])[] = [
  ["caller", "install the client", /npm install "\$COMPUTE_HOST_URL\/packages\/client\.tgz"/i],
  ["caller", "list computers with their steps", /includeProvisioningSteps/i],
  ["caller", "turn off retries", /maxRetries: 0/i],
  ["caller", "which errors can an update return", /409/i],
  ["decider", "production ready", /unreleased|not released|no release/i],
  ["decider", "licence", /MIT/i],
  ["decider", "can it create computers", /(cannot|does not|not) create/i],
  ["decider", "does it send events", /no events|no webhooks|Poll/i],
  ["operator", "install the service", /npm install [^ ]*compute-host-server\.tgz|tarball/i],
  ["operator", "run it on postgresql", /COMPUTE_HOST_DATABASE_URL='?=?'?postgres:\/\//i],
  ["operator", "rotate an API key", /keys create[\s\S]*keys revoke/i],
  ["operator", "back up the database", /compute-host backup/i],
  ["implementer", "what must my service implement", /GET \/api\/v0\/computers[\s\S]*install-deps/i],
  ["implementer", "run the contract tests against my own service", /--base-url/i],
  ["implementer", "what does a service return when a name is taken", /409[\s\S]*name-taken/i],
  ["implementer", "start the mock", /npm run mock/i],
  ["maintainer", "compare two versions of my openapi file", /spec-gate diff old\.yaml new\.yaml/i],
  ["maintainer", "accept a breaking change", /--accept --reason/i],
  ["maintainer", "run the gate on github", /uses:|workflow/i],
  ["maintainer", "add a field to the description", /spec\/openapi\.yaml[\s\S]*(npm run generate|note:)/i],
];

test("of twenty tasks of readers, eighteen have their answer on the screen after the first result", async () => {
  await using opened = await docs.open(docs.url, laptop);
  const { page } = opened;
  const missed: string[] = [];
  for (const [reader, query, answer] of tasks) {
    await page.goto(docs.url);
    await page.keyboard.press("/");
    await page.keyboard.type(query);
    await page.getByRole("dialog").getByRole("link").first().waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.waitForLoadState("networkidle");
    const shown = (await page.evaluate(textOnScreen)).replaceAll(/\s+/g, " ");
    if (!answer.test(shown)) missed.push(`${reader}: ${query}: ${page.url()}`);
  }
  expect(tasks).toHaveLength(20);
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(2);
  expect(opened.errors).toEqual([]);
});

const paths = globSync("**/index.html", { cwd: docsFolder })
  .map((file) => file.slice(0, -"index.html".length))
  .toSorted();

test("a link from the search leads to within a screen of each sentence", async () => {
  await using opened = await docs.open(docs.url, laptop);
  const far: string[] = [];
  for (const path of paths) {
    await opened.page.goto(docs.url + path);
    far.push(...(await sentencesFarFromTargets(opened.page)).map((one) => `${path}: ${one}`));
  }
  expect(far).toEqual([]);
});

/** Runs in the page: the text on the screen. */
function textOnScreen(): string {
  const words: string[] = [];
  const walker = document.createTreeWalker(
    document.querySelector("main") as HTMLElement,
    NodeFilter.SHOW_TEXT,
  );
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    for (const word of node.data.matchAll(/\s+|\S+/g)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const { top, bottom, width } = range.getBoundingClientRect();
      if (word[0].trim() === "" || (width > 0 && top >= 0 && bottom <= innerHeight)) words.push(word[0]);
    }
  }
  return words.join("");
}

/** The sentences of a page that are more than a screen below the target of the result that has them. */
function sentencesFarFromTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const article = document.querySelector("article") as HTMLElement;
    let top = article.getBoundingClientRect().top;
    const texts: string[] = [];
    for (const element of article.querySelectorAll<HTMLElement>("[id], p, li, td")) {
      const box = element.getBoundingClientRect();
      if (box.height === 0 || element.closest("pre, form, svg, .beside, details:not([open])") !== null)
        continue;
      if (element.id !== "") top = box.top;
      else if (box.top - top > innerHeight) texts.push((element.textContent ?? "").slice(0, 60));
    }
    return texts;
  });
}
