import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runOrThrow } from "@compute-host/command-line/process";
import { gitOfTests } from "@compute-host/command-line/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCache, copyWorkspace, pnpmCaches } from "../../src/clones/workspace-clone.ts";

/** What the second release changes: a property is deprecated, and another added. */
const before = `        hostname:
          type: string
`;
const after = `        address:
          type: string
          description: Address of the machine.
          examples: [build-box.internal]
        hostname:
          type: string
          deprecated: true
`;
const note = `---
"@compute-host/spec": none
"@compute-host/types": none
"@compute-host/client": none
"@compute-host/server": minor
"@compute-host/contract-tests": none
---

Computers have an \`address\`; \`hostname\` is deprecated.
`;
const moved = ["client", "contract-tests", "server", "spec", "types"].map((name) => `@compute-host/${name}`);

const clone = mkdtempSync(join(tmpdir(), "compute-host-release-"));
const read = (file: string) => readFileSync(join(clone, file), "utf8");
const write = (file: string, text: string) => writeFileSync(join(clone, file), text);
let env: Record<string, string>;
const run = (command: string, ...args: string[]) => runOrThrow(command, args, { cwd: clone, env });

beforeAll(async () => {
  const path = `${join(clone, "node_modules/.bin")}:${process.env.PATH}`;
  env = { ...gitOfTests, ...(await pnpmCaches()), ...(await buildCache()), NODE_ENV: "", PATH: path };
  await copyWorkspace(clone);
  await run("git", "commit", "--quiet", "--allow-empty", "--message", "chore: what is released");
  await run("pnpm", "install", "--frozen-lockfile");
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

/** Tags what `changeset publish` would publish; resolves to the tags. */
async function release(): Promise<string[]> {
  await run("changeset", "tag");
  return (await run("git", "tag", "--points-at", "HEAD")).trim().split("\n");
}

test("0.1.0 has a tag for each package", async () => {
  expect(await release()).toEqual(
    [...moved, "@compute-host/spec-gate"].map((name) => `${name}@0.1.0`).toSorted(),
  );
});

test("the tarballs come with their checksums and bills of materials", async () => {
  await run("npm", "run", "tarballs");
  const checked = await run("sh", "-c", "cd dist && sha256sum --check SHA256SUMS");
  expect(checked.match(/\.(tgz|cdx\.json): OK$/gm)).toHaveLength(12);
  const { components } = JSON.parse(read("dist/compute-host-server.cdx.json"));
  const named = components.map(({ name }: { readonly name: string }) => name);
  expect(named).toEqual(expect.arrayContaining(["fastify", "pg"]));
  expect(named).not.toContain("vitest");
});

test("a change of what a published package bundles needs a note", async () => {
  write("packages/core/src/index.ts", `${read("packages/core/src/index.ts")}\n// A change.\n`);
  const notes = () => run("pnpm", "--silent", "--filter", "@compute-host/repo", "change-notes");
  await expect(notes()).rejects.toThrow("packages/core/src/index.ts is bundled into published packages");
  write(".changeset/core.md", "---\n---\n");
  await notes();
  await run("git", "checkout", "packages/core");
  rmSync(join(clone, ".changeset/core.md"));
});

test("a new interface version moves the packages, has a note, and compiles the last release's programs", async () => {
  write("spec/openapi.yaml", read("spec/openapi.yaml").replace(before, after));
  await run("pnpm", "generate");
  await run("pnpm", "spec:version", "0.2.0");
  write(".changeset/an-address.md", note);
  await run("git", "add", "--all");
  await run("git", "commit", "--quiet", "--message", "feat: an address");
  await run("node", "tools/repo/src/release/check-version.ts");
  await run("pnpm", "--filter", "@compute-host/repo", "change-notes");
  const programs = await run("node", "tools/repo/src/release/check-consumers.ts");
  expect(programs).toMatch(/^(\d+) of \1 programs of @compute-host\/client@0\.1\.0 compile\.$/m);
});

test("0.2.0 tells users of each package what changes, with its date", async () => {
  await run("pnpm", "--filter", "@compute-host/repo", "release:version");
  const day = new Date().toISOString().slice(0, 10);
  for (const folder of ["spec", "packages/types", "packages/client", "packages/contract-tests"]) {
    const [, newest = ""] = read(`${folder}/CHANGELOG.md`).split(/^## /m);
    expect(newest).toMatch(new RegExp(`^0\\.2\\.0\n\n_${day}_\n`));
    const changes = newest.match(/^- .*$/gm)?.map((line) => line.replace(/^.*› (\w+)`/, "$1"));
    expect(changes).toEqual(["hostname: it was marked as deprecated.", "address: a property was added."]);
  }
  expect(read("examples/worker/package.json")).toContain('"@compute-host/client": "0.2.0"');
  expect(read("packages/server/CHANGELOG.md")).toMatch(
    new RegExp(`## 0\\.2\\.0\n\n_${day}_\n\n### Minor Changes\n\n- .*Computers have an \`address\``),
  );
});

test("0.2.0 has a tag for each package that moved", async () => {
  await run("git", "commit", "--quiet", "--all", "--message", "chore: release");
  expect(await release()).toEqual(moved.map((name) => `${name}@0.2.0`));
});
