import { join } from "node:path";
import { build } from "vite";
import { expect, test } from "vitest";
import { launchBrowser } from "../src/browser/launch-browser.ts";
import { consumerRequestCount, readReport, workingConsumerReport } from "../src/consumer-report.ts";
import { installTarball } from "../src/install-tarball.ts";
import { startInterfaceServer } from "../src/interface-server.ts";
import { tarballOf } from "../src/tarball-of.ts";
import { createProject } from "../src/throw-away-project.ts";

const client = tarballOf("@compute-host/client");

test("Chromium runs the client, bundled by Vite", async () => {
  using project = createProject({ type: "module" });
  await installTarball(project, client);
  project.copy("page.html", "index.html");
  for (const file of ["entry-points.mjs", "exercise.mjs", "page.mjs"]) project.copy(file);
  await build({ root: project.directory, configFile: false, logLevel: "silent" });

  await using server = await startInterfaceServer(join(project.directory, "dist"));
  await using browser = await launchBrowser();
  const page = await browser.newPage();
  page.setDefaultTimeout(300_000);
  await page.goto(server.baseUrl);
  const text = await page.locator("pre[data-done]").textContent();
  const { version, ...report } = readReport(text ?? "");
  expect(report).toEqual(workingConsumerReport);
  expect(version).toContain(`Chrome/${browser.version().split(".")[0]}`);
  expect(server.requestCount()).toBe(consumerRequestCount);
});
