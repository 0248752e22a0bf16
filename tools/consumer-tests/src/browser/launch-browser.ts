import { existsSync } from "node:fs";
import packed from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";
import { unpackedBrowser } from "./unpacked-browser.ts";

/** The usual paths of Chromium or Chrome. */
const usualPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Stops the browser's own network requests; the test decides what pages request. */
const quiet = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
];

/**
 * Flags of the package that do not fit here: those for machines without processes, which end the browser with its first
 * window, and those that let pages read what a browser protects.
 */
const unwanted = new Set([
  "--single-process",
  "--no-zygote",
  "--disable-web-security",
  "--disable-site-isolation-trials",
  "--allow-running-insecure-content",
]);

/**
 * Starts a headless Chromium: the one at `CHROMIUM_PATH`, on Linux x64 the one from an npm package, or an installed
 * one.
 *
 * @throws Error with what to do if there is none
 */
export async function launchBrowser(): Promise<Browser> {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined)
    return chromium.launch({ executablePath: named, args: [...quiet, "--no-sandbox"] });
  if (process.platform === "linux" && process.arch === "x64") {
    // No page here draws with WebGL, whose renderer in software takes half of the time of a visit.
    packed.setGraphicsMode = false;
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
