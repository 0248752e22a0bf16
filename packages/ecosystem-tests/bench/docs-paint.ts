/**
 * Compares the reference with Redoc and Scalar on the same description, on a slow phone: 390 pixels wide, 10 Mbit/s,
 * 40 ms latency, half the processor. Uses an installation of both in a folder, or installs them from npm into a
 * temporary one.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readArguments, wholeNumber } from "@compute-host/command-line";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../src/browser/launch-browser.ts";
import { accessibilityFindings } from "../src/docs/accessibility.ts";
import { docsFolder, startDocsServer } from "../src/docs/docs-server.ts";

/** A page to measure: its address, and the text that shows that the linked operation has loaded. */
interface Candidate {
  readonly name: string;
  readonly path: string;
}

interface Measurement {
  readonly paintMs: number;
  /** The time until the linked operation was visible; `undefined` if it was not within half a minute. */
  readonly operationMs: number | undefined;
  readonly bytes: number;
  readonly outside: number;
}

/** The programs of Redoc and Scalar, in node_modules. */
const bundles = ["redoc/bundles/redoc.standalone.js", "@scalar/api-reference/dist/browser/standalone.js"];
const { values } = readArguments({
  command: "pnpm --filter @compute-host/ecosystem-tests bench:docs",
  about: "Compares how fast the reference, Redoc and Scalar paint the same description on a slow phone.",
  options: {
    runs: {
      type: "string",
      value: "NUMBER",
      accepts: wholeNumber(1, 1_000),
      about: "how often it loads each page (3)",
    },
    installed: {
      type: "string",
      value: "FOLDER",
      accepts: {
        name: "a folder with redoc and @scalar/api-reference in its node_modules",
        test: (folder: string) => bundles.every((file) => existsSync(join(folder, "node_modules", file))),
      },
      about: "where both are installed (a temporary folder, from npm)",
    },
  },
  environment: [{ name: "CHROMIUM_PATH", about: "the browser (the installed one)" }],
  examples: ["pnpm --filter @compute-host/ecosystem-tests bench:docs --runs 5"],
});
const runs = Number(values.runs ?? 3);
const { installed } = values;
const words = "Retry the install-dependencies step";
const folder = mkdtempSync(join(tmpdir(), "docs-paint-"));
const candidates: readonly Candidate[] = [
  { name: "ours", path: "/ours/reference/#retryInstallDeps" },
  { name: "redoc", path: "/redoc/index.html#tag/Computers/operation/retryInstallDeps" },
  {
    name: "scalar",
    path: "/scalar/index.html#tag/computers/POST/api/v0/computers/{computerId}/install-deps",
  },
];

try {
  preparePages();
  await using server = await startDocsServer(folder, "/");
  const browser = await launchBrowser();
  for (const { name, path } of candidates) {
    const url = server.origin + path;
    const measured: Measurement[] = [];
    for (let run = 0; run < runs; run++) measured.push(await measure(browser, url));
    const { textLength, findings } = await inspect(browser, url);
    console.log(
      JSON.stringify({
        name,
        paintMs: measured.map(({ paintMs }) => Math.round(paintMs)),
        operationMs: measured.map(({ operationMs }) => operationMs && Math.round(operationMs)),
        kilobytesGzipped: Math.round((measured[0]?.bytes ?? 0) / 1000),
        requestsElsewhere: measured[0]?.outside,
        charactersWithoutScripts: textLength,
        axeFindings: findings,
      }),
    );
  }
  await browser.close();
} finally {
  rmSync(folder, { recursive: true });
}

function preparePages(): void {
  const description = fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.json"));
  if (installed === undefined) {
    const packages = ["redoc@2.5.4", "@scalar/api-reference@1.72.1"];
    const args = ["install", "--no-save", "--ignore-scripts", "--prefix", folder, ...packages];
    execFileSync("npm", args, { stdio: "ignore" });
  }
  cpSync(docsFolder, join(folder, "ours"), { recursive: true });
  cpSync(join(docsFolder, "404.html"), join(folder, "404.html"));
  for (const name of ["redoc", "scalar"]) {
    mkdirSync(join(folder, name));
    cpSync(description, join(folder, name, "openapi.json"));
  }
  const [redoc, scalar] = bundles.map((file) => join(installed ?? folder, "node_modules", file)) as [
    string,
    string,
  ];
  cpSync(redoc, join(folder, "redoc/script.js"));
  cpSync(scalar, join(folder, "scalar/script.js"));
  const head =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API</title></head><body>';
  writeFileSync(
    join(folder, "redoc/index.html"),
    `${head}<redoc spec-url="openapi.json"></redoc><script src="script.js"></script>`,
  );
  writeFileSync(
    join(folder, "scalar/index.html"),
    `${head}<script id="api-reference" data-url="openapi.json"></script><script src="script.js"></script>`,
  );
}

async function measure(browser: Browser, url: string): Promise<Measurement> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 40,
    downloadThroughput: 1_250_000,
    uploadThroughput: 1_250_000,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 2 });
  let bytes = 0;
  let outside = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  page.on("request", (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== new URL(url).origin) outside++;
  });
  await page.addInitScript(() => {
    const seen = window as unknown as { paint: number };
    new PerformanceObserver((list) => {
      seen.paint = list.getEntries().at(-1)?.startTime ?? 0;
    }).observe({ type: "largest-contentful-paint", buffered: true } as PerformanceObserverInit);
  });
  await page.goto(url, { waitUntil: "commit" });
  const heading = page.locator("h1, h2, h3", { hasText: words }).first();
  const operationMs = await heading.waitFor({ state: "attached", timeout: 30_000 }).then(
    () => page.evaluate(() => performance.now()),
    () => undefined,
  );
  await settle(page);
  const paintMs = await page.evaluate(() => (window as unknown as { paint: number }).paint);
  await context.close();
  return { paintMs, operationMs, bytes, outside };
}

/** Waits until the page stops loading; measures a page that never does as it is. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle", { timeout: 15_000 }).catch(() => undefined);
}

/** Reads the page without scripts, and runs axe with scripts. */
async function inspect(
  browser: Browser,
  url: string,
): Promise<{ readonly textLength: number; readonly findings: number }> {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const text = await plain.newPage();
  await text.goto(url);
  // biome-ignore lint/performance/useDomNodeTextContent: visible text counts, not hidden text.
  const textLength = await text.evaluate(() => document.body.innerText.length);
  await plain.close();
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(url);
  await settle(page);
  const findings = (await accessibilityFindings(page)).length;
  await context.close();
  return { textLength, findings };
}
