import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runOrThrow } from "@compute-host/command-line/process";
import { hasProgram } from "@compute-host/command-line/testing";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type LoopbackRegistry, startLoopbackRegistry } from "../../src/clones/loopback-registry.ts";
import { findDocuments, scriptOf } from "../../src/clones/markdown-blocks.ts";
import { environmentOf, type StartedClone, startClone } from "../../src/clones/started-clone.ts";

// What a reader does: the commands of each document work in an empty folder, next to a clone in which `npm
// start` runs. The clone has the oldest Node.js and its npm, the reader the newest; other tests run the
// packages on each.

const missing = (["curl", "python3"] as const).filter((name) => !hasProgram(name));
let clone: StartedClone;
let registry: LoopbackRegistry;

beforeAll(async () => {
  registry = await startLoopbackRegistry();
  clone = await startClone(20, registry.url);
  await runOrThrow("npm", ["run", "tarballs"], { cwd: clone.directory, inherited: clone.env });
}, 900_000);
afterAll(async () => {
  await clone?.[Symbol.asyncDispose]();
  await registry?.[Symbol.asyncDispose]();
});

test.for(findDocuments())(
  "the commands of $name work",
  { timeout: 500_000 },
  async ({ blocks }, { skip }) => {
    const commands = JSON.stringify(blocks);
    skip(missing.some((name) => commands.includes(`${name} `)));
    const home = mkdtempSync(join(tmpdir(), "compute-host-reader-"));
    onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 10 }));
    const [own, system, copy] = [join(home, "project"), join(home, "system"), join(home, "compute-host")];
    for (const folder of [own, system]) mkdirSync(folder);
    symlinkSync(clone.directory, copy);
    // The reader's own files.
    const description = fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml"));
    for (const folder of [own, clone.directory])
      for (const name of ["old.yaml", "new.yaml"]) cpSync(description, join(folder, name));
    const record = '{"ownerId":"usr_ada","name":"box","providerType":"byom"}\n';
    writeFileSync(join(own, "computers.ndjson"), record);
    const { url, token } = clone;
    const output = await runOrThrow("bash", ["-s"], {
      cwd: own,
      input: scriptOf(blocks, { url, token, system }),
      detached: true,
      timeoutMs: 400_000,
      inherited: {
        ...clone.env,
        COMPUTE_HOST_URL: url,
        COMPUTE_HOST_TOKEN: token,
        COMPUTE_HOST_PORT: "0",
        CLONE: copy,
        OWN: own,
        ...environmentOf(26, home, registry.url),
      },
    });
    expect(output).not.toMatch(/\bundefined\b|Unauthorized/);
  },
);
