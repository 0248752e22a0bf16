import { fileURLToPath } from "node:url";
import AxeBuilder from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { type PreviewServer, preview } from "vite";
import { afterAll, beforeAll } from "vitest";
import { launchBrowser } from "../browser/launch-browser.ts";

/** The folder of the built docs. */
export const docsFolder = fileURLToPath(
  new URL("dist/site/", import.meta.resolve("@compute-host/docs/package.json")),
);

/** How a reader opens a page. */
export interface Variant {
  readonly colorScheme: "light" | "dark";
  /** Width of the window in pixels. */
  readonly width: number;
  /** Of the window. @default that of a phone or of a desk */
  readonly height?: number;
  readonly javaScriptEnabled?: boolean;
}

/**
 * An open page, and what went wrong: errors of scripts and of the Content-Security-Policy, and requests to
 * other hosts.
 */
export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  readonly errors: string[];
}

/** The docs on a static host, below a path, and a browser, during the tests of a file. */
export interface DocsReader {
  readonly url: string;
  open(url: string, variant: Variant): Promise<OpenPage>;
}

export function useDocs(): DocsReader {
  let browser: Browser;
  let host: PreviewServer;
  beforeAll(async () => {
    browser = await launchBrowser();
    host = await preview({
      configFile: false,
      appType: "mpa",
      base: "/some/where/",
      logLevel: "error",
      build: { outDir: docsFolder },
      preview: { host: "127.0.0.1", port: 0 },
    });
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });
  return {
    get url() {
      return host.resolvedUrls?.local[0] ?? "";
    },
    open: (url, variant) => openPage(browser, url, variant),
  };
}

async function openPage(
  browser: Browser,
  url: string,
  { width, height, ...variant }: Variant,
): Promise<OpenPage> {
  const context = await browser.newContext({
    ...variant,
    viewport: { width, height: height ?? (width < 600 ? 844 : 900) },
  });
  // It only ends what hangs: a busy machine is slow.
  context.setDefaultTimeout(300_000);
  await context.addInitScript(countLayoutShifts);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin) errors.push(`requests ${request.url()}`);
  });
  await page.goto(url);
  return { page, errors, [Symbol.asyncDispose]: () => context.close() };
}

/** Accessibility barriers: what axe finds for WCAG 2.2 AA, and parts wider than the window. */
export async function findBarriers(page: Page, part = "html"): Promise<string[]> {
  await page.waitForLoadState("networkidle");
  const axe = new AxeBuilder({ page })
    .include(part)
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]);
  const { violations } = await axe.analyze();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
    ),
    ...(overflow <= 0 ? [] : [`is ${overflow} pixels wider than the window`]),
  ];
}

/** How far the parts of a page moved while it loaded. Up to 0.1 is considered good. */
export async function layoutShiftOf(page: Page): Promise<number> {
  await page.waitForLoadState("networkidle");
  return page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift);
}

/** Runs in the page: adds up its layout shifts. */
function countLayoutShifts(): void {
  const counter = window as unknown as { layoutShift: number };
  counter.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { readonly value: number }[])
      counter.layoutShift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}
