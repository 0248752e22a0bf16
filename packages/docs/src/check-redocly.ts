/** Checks that `redocly build-docs` renders the spec, for readers who use that tool. Discards the output. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readArguments } from "@compute-host/command-line";

readArguments({
  command: "pnpm --filter @compute-host/docs check",
  about: "Checks that redocly build-docs renders the spec.",
});
const folder = mkdtempSync(join(tmpdir(), "redocly-docs-"));
try {
  const output = join(folder, "index.html");
  execFileSync("redocly", ["build-docs", "v0", "--output", output], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    stdio: "pipe",
  });
  const html = readFileSync(output, "utf8");
  if (!html.includes("retryInstallDeps")) throw new Error("Redocly's page has no retryInstallDeps.");
  console.log(`Redocly renders the spec: ${Math.round(html.length / 1024)} KiB`);
} finally {
  rmSync(folder, { recursive: true });
}
