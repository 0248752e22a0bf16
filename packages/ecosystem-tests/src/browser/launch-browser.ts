import { existsSync } from "node:fs";
import packed from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";
import { unpackedBrowser } from "./unpacked-browser.ts";

/** Where distributions put Chromium or Chrome. */
const usualPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Keeps the browser itself from calling anywhere; what pages request is up to the test. */
const quiet = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
];

/**
 * What the package sets for machines without processes, where a browser ends with its first window, and what would let pages
 * read what a reader's browser keeps from them.
 */
const unwanted = new Set([
  "--single-process",
  "--no-zygote",
  "--disable-web-security",
  "--disable-site-isolation-trials",
  "--allow-running-insecure-content",
]);

/**
 * Starts a headless Chromium: the one at `CHROMIUM_PATH`, else on Linux x64 the one that an npm package carries, else
 * the one that is installed.
 *
 * @throws Error where there is none, saying what to do
 */
export async function launchBrowser(): Promise<Browser> {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined)
    return chromium.launch({ executablePath: named, args: [...quiet, "--no-sandbox"] });
  if (process.platform === "linux" && process.arch === "x64") {
    return chromium.launch({
      executablePath: await unpackedBrowser(),
      args: [...packed.args.filter((arg) => !unwanted.has(arg)), ...quiet],
    });
  }
  const installed = usualPaths.find((path) => existsSync(path));
  if (installed === undefined) {
    throw new Error("No Chromium or Chrome was found: install one, or name it in CHROMIUM_PATH.");
  }
  return chromium.launch({ executablePath: installed, args: quiet });
}
