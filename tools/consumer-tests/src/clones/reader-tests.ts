import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runOrThrow } from "@compute-host/command-line/process";
import { hasProgram } from "@compute-host/command-line/testing";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { nodeRuntimesFor, type TestRun } from "../runtimes.ts";
import { type LoopbackRegistry, startLoopbackRegistry } from "./loopback-registry.ts";
import { findDocuments, type ReaderDocument, scriptOf } from "./markdown-blocks.ts";
import {
  environmentOf,
  type NodeWithNpm,
  nodesWithNpm,
  type StartedClone,
  startClone,
} from "./started-clone.ts";

/** What callers do works on each Node.js; what else there is, on the oldest and the newest. */
const isForCallers = (name: string) => /^(the docs|packages\/client\/README\.md)$/.test(name);

/** What `npm test` runs: a README that needs nothing but `npm start` in the clone. */
const isQuick = (name: string, major: number) =>
  name === "packages/client/README.md" && [20, 24].includes(major);

const missing = (["curl", "python3"] as const).filter((name) => !hasProgram(name));

/** Defines a test for each document and version of Node.js: its commands work in a bare folder beside a clone with `npm start`. */
export function testReaders(run: TestRun): void {
  const nodes = nodesWithNpm()
    .map((node) => ({
      ...node,
      documents: findDocuments().filter(({ name, nodeRange }) => {
        const versions = nodeRuntimesFor(nodeRange).map(({ version }) => version);
        const tested = isForCallers(name) ? versions : [versions[0], versions.at(-1)];
        return isQuick(name, node.major) === (run === "everyday") && tested.includes(node.node.version);
      }),
    }))
    .filter(({ documents }) => documents.length > 0);
  let clone: StartedClone;
  let registry: LoopbackRegistry;

  beforeAll(async () => {
    registry = await startLoopbackRegistry();
    clone = await startClone(nodes[0] as NodeWithNpm, registry.url);
    if (run === "full")
      await runOrThrow("npm", ["run", "tarballs"], { cwd: clone.directory, inherited: clone.env });
  }, 900_000);
  afterAll(async () => {
    await clone?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
  });

  async function follow({ blocks }: ReaderDocument, node: NodeWithNpm): Promise<string> {
    const home = mkdtempSync(join(tmpdir(), "compute-host-reader-"));
    onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 10 }));
    const [own, system, copy] = ["project", "system", "compute-host"].map((name) => join(home, name)) as [
      string,
      string,
      string,
    ];
    for (const folder of [own, system]) mkdirSync(folder);
    symlinkSync(clone.directory, copy);
    // The reader's own files.
    for (const folder of [own, clone.directory])
      for (const name of ["old.yaml", "new.yaml"])
        cpSync(fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml")), join(folder, name));
    writeFileSync(
      join(own, "computers.ndjson"),
      '{"ownerId":"usr_ada","name":"box","providerType":"byom"}\n',
    );
    const { url, token } = clone;
    const env = {
      ...{ COMPUTE_HOST_URL: url, COMPUTE_HOST_TOKEN: token, COMPUTE_HOST_PORT: "0", CLONE: copy, OWN: own },
      ...environmentOf(node, home, registry.url),
    };
    const script = scriptOf(blocks, { url, token, system });
    return runOrThrow("bash", ["-s"], {
      ...{ cwd: own, inherited: { ...clone.env, ...env }, input: script, detached: true, timeoutMs: 400_000 },
    });
  }

  describe.each(nodes)("with Node.js $node.version and npm $npmVersion", ({ documents, ...node }) => {
    test.for(documents)("the commands of $name work", { timeout: 500_000 }, async (document, { skip }) => {
      const commands = JSON.stringify(document.blocks);
      skip(missing.some((name) => commands.includes(`${name} `)));
      expect(await follow(document, node)).not.toMatch(/\bundefined\b|Unauthorized/);
    });
  });
}
