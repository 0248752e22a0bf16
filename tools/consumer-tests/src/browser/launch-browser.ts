import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runOrThrow } from "@compute-host/command-line/process";
import { type Browser, chromium } from "playwright-core";
import manifest from "../../package.json" with { type: "json" };

/**
 * Starts a headless Chromium: the one at `CHROMIUM_PATH`, or on Linux x64 the one from an npm package.
 *
 * @throws Error with what to do if there is none
 */
export async function launchBrowser(): Promise<Browser> {
  const isPacked = process.platform === "linux" && process.arch === "x64";
  const executablePath = process.env.CHROMIUM_PATH ?? (isPacked ? await unpackedBrowser() : undefined);
  if (executablePath === undefined)
    throw new Error("No package has a Chromium for this machine: set CHROMIUM_PATH to an installed one.");
  // No page here uses WebGL, whose software renderer would take half the time of a visit.
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic"] });
}

/**
 * Unpacks the browser of the npm package once per user and machine. The package itself treats any existing
 * file as complete, so a second process would start half a browser: each process unpacks into its own folder,
 * and the first to finish renames it.
 */
async function unpackedBrowser(): Promise<string> {
  const version = manifest.devDependencies["@sparticuz/chromium"];
  const folder = join(tmpdir(), `compute-host-chromium-${version}-${process.getuid?.() ?? 0}`);
  if (!existsSync(folder)) {
    const own = await mkdtemp(`${folder}-`);
    const program = 'import("@sparticuz/chromium").then((packed) => packed.default.executablePath())';
    const options = { cwd: import.meta.dirname, env: { TMPDIR: own } };
    await runOrThrow(process.execPath, ["--eval", program], options);
    // It fails if another process was first.
    await rename(own, folder).catch(() => rm(own, { recursive: true }));
  }
  return join(folder, "chromium");
}
