import { afterAll, expect, test } from "vitest";
import { startDocsServer } from "../../src/docs/docs-server.ts";
import { useDocs } from "../../src/docs/docs-session.ts";
import { followLinks } from "../../src/docs/follow-links.ts";
import { openPage } from "../../src/docs/open-page.ts";
import { WorkflowJob } from "../../src/docs/workflow-job.ts";

// What the workflow uploads, on a host for files that has it below a path, as GitHub Pages does.

const desk = { colorScheme: "light", width: 1440 } as const;

const job = new WorkflowJob({ "github.event.repository.name": "compute-host" });
afterAll(() => job[Symbol.dispose]());
const docs = useDocs(
  async () => startDocsServer(await job.run("docs.yml", "build"), "/compute-host/"),
  2_400_000,
);

test.each([true, false])("every link leads somewhere, scripts: %s", async (javaScriptEnabled) => {
  const { count, lost, errors } = await followLinks(docs.browser, docs.server, { javaScriptEnabled });
  expect(count).toBeGreaterThan(100);
  expect(lost).toEqual([]);
  expect(errors).toEqual([]);
});

test("a lost reader gets a page in the look of the site, at any depth, whose links lead back", async () => {
  for (const path of ["lost", "guides/lost/", "a/b/c/lost.html"]) {
    const address = docs.server.url + path;
    expect((await fetch(address)).status).toBe(404);
    await using opened = await openPage(docs.browser, address, desk);
    const { page } = opened;
    expect(await page.locator("h1").textContent()).toContain("Page not found");
    expect(await page.locator(".shell").evaluate((part) => getComputedStyle(part).display)).toBe("grid");
    await page.locator("main").getByText("API reference").click();
    await page.waitForURL(`${docs.server.url}reference/`);
  }
});
