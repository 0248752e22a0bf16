import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runOrThrow } from "@compute-host/command-line/process";

const require = createRequire(import.meta.url);

/**
 * Returns the path of the browser from an npm package, unpacked once per user and machine. The package itself unpacks in
 * place and treats any existing file as complete, so a second process would start half a browser. Here each process
 * unpacks into its own folder, and the first to finish renames its folder to the shared name.
 */
export async function unpackedBrowser(): Promise<string> {
  const manifest = join(
    dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))),
    "../../package.json",
  );
  const folder = join(tmpdir(), `compute-host-chromium-${require(manifest).version}-${userInfo().uid}`);
  if (!existsSync(folder)) {
    const own = await mkdtemp(`${folder}-`);
    const program = 'import("@sparticuz/chromium").then((packed) => packed.default.executablePath())';
    await runOrThrow(process.execPath, ["--eval", program], {
      cwd: import.meta.dirname,
      env: { TMPDIR: own },
    });
    await rename(own, folder).catch(async (cause: NodeJS.ErrnoException) => {
      if (cause.code !== "ENOTEMPTY" && cause.code !== "EEXIST") throw cause;
      await rm(own, { recursive: true });
    });
  }
  return join(folder, "chromium");
}
