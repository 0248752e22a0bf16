import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runOrThrow } from "@compute-host/command-line/process";
import { hasProgram } from "@compute-host/command-line/testing";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { type LoopbackRegistry, startLoopbackRegistry } from "../loopback-registry.ts";
import { workspaceRoot } from "../published-packages.ts";
import { folderOf, nodeRuntimesFor, type TestRun } from "../runtimes.ts";
import { createProject } from "../throw-away-project.ts";
import { checkByCommand, strictSettings } from "../type-check.ts";
import { followSteps } from "./follow-steps.ts";
import { installNode, type NodeWithNpm, nodesWithNpm } from "./node-with-npm.ts";
import { findReaderDocuments, newcomers } from "./reader-documents.ts";
import { type StartedClone, startClone } from "./started-clone.ts";

/** What each command that runs a program has to print. */
export const printed: Readonly<Record<string, RegExp>> = {
  "node list.mjs": /cmp_01k9x5h8w3 staging-runner active/,
  "node by-path.mjs": /^5$/m,
  "node paths.mjs": /cmp_01k9x5h8w3 staging-runner active/,
  "node methods.mjs": /^\S+ \S+ 1$/m,
  "node get.mjs": /^staging-runner active$/m,
  "node jwt.mjs": /^5$/m,
  "node errors.mjs": /^choose another name\nno such computer$/m,
  "node fake.mjs": /^staging-runner\nName taken$/m,
  "node tracing.mjs": /^5$/m,
  "node waiting.mjs": /Install dependencies running[\s\S]*^active$/m,
  "node recipes.mjs": /^\{"computers":\[/m,
  "node serve.mjs": /^Listening on http:/m,
  "python3 retry.py": /^5$/m,
  "python3 waiting.py": /^active$/m,
  "node_modules/.bin/node packages/server/examples/in-process.ts": /^200 \{/m,
  "node_modules/.bin/node tools/consumer-tests/consumers/in-process.ts": /^active$/m,
  "node_modules/.bin/node packages/contract-tests/examples/run-contract.ts": /^\d{2,}$/m,
  "node_modules/.bin/node packages/spec-gate/examples/diff.ts": /^$/,
  "node_modules/.bin/node spec/examples/read-description.ts": /\/api\/v0\/computers/,
};

/** What readers need besides Node.js where a document says so, and this machine lacks. */
const missing = (["curl", "python3"] as const).filter((name) => !hasProgram(name));

/** Documents whose commands take the longest: they run the contract suite and the gate, or install packed packages. */
const longDocuments =
  /^(the docs for implementers|spec\/.*|packages\/(contract-tests|server|spec-gate|types)\/.*)$/;

/** What `npm test` does; the long suites do the rest. The first commands run once, on the oldest Node.js. */
const isEveryday = (document: string, major: number) =>
  document === newcomers ? major === 20 : major === 24 && !longDocuments.test(document);

/** Which readers to test. */
export interface ReaderTestOptions {
  readonly run: TestRun;
  /** Whether their clone builds everything itself, and takes nothing from the cache of this workspace. */
  readonly isBuilding: boolean;
}

/**
 * Defines a test for each document and each version of Node.js: its steps work for a reader who has this version, with
 * the npm that comes with it. The service of all documents is one `npm start`, with the oldest Node.js.
 */
export function testReaders({ run, isBuilding }: ReaderTestOptions): void {
  const all = findReaderDocuments();
  const documentsOf = ({ major, node }: NodeWithNpm) =>
    all.filter(
      ({ name, nodeRange }) =>
        isEveryday(name, major) === (run === "everyday") &&
        (name !== newcomers || major === 20) &&
        nodeRuntimesFor(nodeRange).some(({ version }) => version === node.version),
    );
  const nodes = nodesWithNpm()
    .map((node) => ({ ...node, documents: documentsOf(node) }))
    .filter(({ documents }) => documents.length > 0);
  let folder: string;
  let clone: StartedClone;
  let registry: LoopbackRegistry;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "compute-host-node-"));
    for (const node of nodes) installNode(node, join(folder, String(node.major)));
    registry = await startLoopbackRegistry();
    clone = await startClone(join(folder, String(nodes[0]?.major)), registry.url, isBuilding);
  }, 500_000);
  test("a reader's machine has its programs and its pnpm in one folder, and no document may need that pnpm", async () => {
    const bin = join(folder, String(nodes[0]?.major));
    const machine = mkdtempSync(join(folder, "machine-"));
    symlinkSync((await runOrThrow("bash", ["-c", "echo $BASH"])).trim(), join(machine, "bash"));
    for (const name of ["node", "npm"]) symlinkSync(join(bin, name), join(machine, name));
    symlinkSync(join(workspaceRoot, "node_modules/.bin/pnpm"), join(machine, "pnpm"));
    vi.stubEnv("PATH", machine);
    onTestFinished(() => void vi.unstubAllEnvs());
    const follow = (command: string) =>
      followSteps([{ place: "a.md:1", do: "run", command }], { clone, bin, registry: registry.url });
    const [executed] = await follow("bash --version && node --version && npm --version");
    expect(executed?.output).toMatch(/^GNU bash[\s\S]*^v\d+\.[\d.]+\n\d+\.[\d.]+\n$/m);
    await expect(follow("pnpm --version")).rejects.toThrow("exit code 127:\npnpm: command not found");
  });
  test("TypeScript reads all declarations of the client that the service serves", {
    timeout: 100_000,
  }, async () => {
    using project = createProject({ type: "module" });
    const client = `${clone.url}/packages/client.tgz`;
    await runOrThrow("npm", ["install", client], {
      cwd: project.directory,
      env: { npm_config_registry: registry.url },
    });
    const entries = ["", "/openapi-fetch", "/queries", "/schemas", "/testing"];
    project.write("all.ts", entries.map((entry) => `import "@compute-host/client${entry}";\n`).join(""));
    project.link("@types/node", folderOf("@types/node20"));
    const { errors } = await checkByCommand("typescript70", project.directory, ["all.ts"], strictSettings);
    expect(errors).toEqual([]);
  });
  afterAll(async () => {
    await clone?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  describe.each(nodes)("with Node.js $node.version and npm $npmVersion", ({ major, documents }) => {
    test.for(documents)("a reader can follow $name", { timeout: 400_000 }, async ({ steps }, { skip }) => {
      skip(
        missing.some((name) => steps.some((step) => step.do === "run" && step.command.includes(`${name} `))),
      );
      onTestFinished(() => clone.settled());
      const bin = join(folder, String(major));
      const executed = await followSteps(steps, { clone, bin, registry: registry.url });
      for (const { place, command, output } of executed) {
        if (printed[command] !== undefined) expect(output, `${place}: ${command}`).toMatch(printed[command]);
      }
    });
  });
}
