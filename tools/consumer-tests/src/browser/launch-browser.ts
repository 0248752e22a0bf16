import { type Browser, chromium } from "playwright-core";
import { unpackedBrowser } from "./unpacked-browser.ts";

/**
 * Starts a headless Chromium: the one at `CHROMIUM_PATH`, or on Linux x64 that of an npm package.
 *
 * @throws Error with what to do if there is none
 */
export async function launchBrowser(): Promise<Browser> {
  const isPacked = process.platform === "linux" && process.arch === "x64";
  const executablePath = process.env.CHROMIUM_PATH ?? (isPacked ? await unpackedBrowser() : undefined);
  if (executablePath === undefined)
    throw new Error("No package has a Chromium for this machine: name an installed one in CHROMIUM_PATH.");
  // No page here draws with WebGL, whose renderer in software takes half of the time of a visit.
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic"] });
}
