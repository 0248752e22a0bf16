import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { SiteFile } from "./site-file.ts";

/** Packs the client as for a registry, with its SHA-256: the service that serves these docs offers it to readers. */
export async function packClient(): Promise<readonly SiteFile[]> {
  const folder = await mkdtemp(join(tmpdir(), "packed-client-"));
  try {
    const cwd = fileURLToPath(new URL(".", import.meta.resolve("@compute-host/client/package.json")));
    await promisify(execFile)("pnpm", ["pack", "--pack-destination", folder], { cwd });
    const [name = ""] = await readdir(folder);
    const content = await readFile(join(folder, name));
    const sum = createHash("sha256").update(content).digest("hex");
    return [
      { path: "packages/client.tgz", content },
      { path: "packages/SHA256SUMS.txt", content: `${sum}  client.tgz\n` },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}
