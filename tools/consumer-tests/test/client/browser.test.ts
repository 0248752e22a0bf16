import { build, preview } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { launchBrowser } from "../../src/browser/launch-browser.ts";
import { installTarball, tarballOf } from "../../src/projects/tarballs.ts";
import { createProject } from "../../src/projects/throw-away-project.ts";
import { startSandbox } from "../../src/sandbox.ts";

const client = tarballOf("@compute-host/client");

test("Chromium runs the client, bundled by Vite", async () => {
  using project = createProject({ type: "module" });
  await installTarball(project, client);
  project.copy("page.html", "index.html");
  for (const file of ["entry-points.mjs", "exercise.mjs", "page.mjs"]) project.copy(file);
  const options = { root: project.directory, configFile: false, logLevel: "silent" } as const;
  await build(options);
  const site = await preview({ ...options, preview: { host: "127.0.0.1", port: 0 } });
  onTestFinished(() => site.close());

  await using sandbox = await startSandbox();
  await using browser = await launchBrowser();
  const page = await browser.newPage();
  page.setDefaultTimeout(300_000);
  const { COMPUTE_HOST_URL: baseUrl, COMPUTE_HOST_TOKEN: token } = sandbox.env;
  await page.goto(`${site.resolvedUrls?.local[0]}#${new URLSearchParams({ baseUrl, token })}`);
  const text = await page.locator("pre[data-done]").textContent();
  expect(text).toContain(`Chrome/${browser.version().split(".")[0]}`);
});
