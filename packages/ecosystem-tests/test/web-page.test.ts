import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@compute-host/server/free-port";
import { expect, onTestFinished, test } from "vitest";
import { launchBrowser } from "../src/browser/launch-browser.ts";
import { installTarball } from "../src/install-tarball.ts";
import { workspaceRoot } from "../src/published-packages.ts";
import { startSandbox } from "../src/sandbox.ts";
import { tarballOf } from "../src/tarball-of.ts";
import { createProject } from "../src/throw-away-project.ts";

/** A file of the guide on web pages. */
const guide = (type: string) =>
  readFileSync(join(workspaceRoot, `packages/docs/content/guides/web-pages.${type}`), "utf8");

test("the page of the guide works in Chromium with its backend, and the token does not get there", async () => {
  using project = createProject();
  await installTarball(project, tarballOf("@compute-host/client"));
  project.write("page.html", guide("html"));
  project.write("serve.mjs", guide("ts"));
  await using sandbox = await startSandbox();
  const port = await freePort();
  const backend = spawn(process.execPath, ["serve.mjs"], {
    cwd: project.directory,
    env: { ...process.env, ...sandbox.env, PORT: `${port}` },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    backend.kill();
  });
  await once(backend.stdout, "data");

  await using browser = await launchBrowser();
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  const seen: Promise<string>[] = [];
  page.on("request", async (request) => seen.push(request.allHeaders().then(JSON.stringify)));
  page.on("response", async (response) => {
    seen.push(response.allHeaders().then(JSON.stringify), response.text());
  });
  const status = page.locator("[role=status]", { hasNotText: "Loading" });
  await page.goto(`http://127.0.0.1:${port}`);
  expect(await status.textContent()).toBe("5 computers");
  expect(await page.locator("li").allTextContents()).toContain("staging-runner: active");
  const texts = (await Promise.all(seen)).join("\n");
  expect(texts).toContain("staging-runner");
  expect(texts).not.toContain(sandbox.env.COMPUTE_HOST_TOKEN);

  page.removeAllListeners("response");

  // A page of another site, here another host name, gets nothing, and neither does a program.
  const address = `http://127.0.0.1:${port}/api/v0/computers`;
  await page.goto(`http://localhost:${port}/client/index.mjs`);
  const [refused] = await Promise.all([
    page.waitForResponse(address),
    page.evaluate((url) => fetch(url, { mode: "no-cors" }).catch(() => {}), address),
  ]);
  expect(refused.status()).toBe(403);
  expect((await fetch(address)).status).toBe(403);
});
