import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runOrThrow } from "@compute-host/command-line/process";
import { gitOfTests } from "@compute-host/command-line/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
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
const note = (type: string) => `---
"@compute-host/spec": ${type}
"@compute-host/client": ${type}
"@compute-host/server": minor
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
  // Notes that wait for the next release would move other packages.
  for (const name of readdirSync(join(clone, ".changeset")))
    if (name.endsWith(".md") && name !== "README.md") rmSync(join(clone, ".changeset", name));
  await run("git", "commit", "--quiet", "--all", "--allow-empty", "--message", "chore: what is released");
  await run("git", "remote", "remove", "origin");
  await run("git", "switch", "--quiet", "-C", "main");
  await run("pnpm", "install", "--frozen-lockfile");
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

/** Tags what `changeset publish` would publish; resolves to the tags. */
async function release(): Promise<string[]> {
  await run("changeset", "tag");
  return (await run("git", "tag", "--points-at", "HEAD")).trim().split("\n");
}

test("opening the version pull request needs no approval, and cannot publish", () => {
  const { version, publish } = parse(read(".github/workflows/release.yml")).jobs;
  expect(version).not.toHaveProperty("environment");
  expect(version.permissions).toEqual({ contents: "write", "pull-requests": "write" });
  expect(publish).toMatchObject({ needs: "version", environment: "npm" });
  expect(publish.permissions).toEqual({ contents: "write", "id-token": "write" });
});

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

/** Exits with 1 if the branch lacks a note. */
const checkNotes = () => run("pnpm", "--silent", "--filter", "@compute-host/repo", "change-notes");
const checkCode = () => run("node", "tools/repo/src/checks/check-code.ts");

test("a change of what a published package bundles needs a note", async () => {
  write("packages/core/src/index.ts", `${read("packages/core/src/index.ts")}\n// A change.\n`);
  await expect(checkNotes()).rejects.toThrow("packages/core/src/index.ts is bundled into published packages");
  write(".changeset/core.md", "---\n---\n");
  await run("git", "add", ".changeset");
  await checkNotes();
  await run("git", "reset", "--quiet", "--hard");
});

test("a change of the interface has a note that says so, and compiles the programs of the last release", async () => {
  await run("git", "switch", "--quiet", "--create", "an-address");
  write("spec/openapi.yaml", read("spec/openapi.yaml").replace(before, after));
  await run("pnpm", "generate");
  await run("git", "add", "--all");
  await expect(checkNotes()).rejects.toThrow("no changesets were found");
  write(".changeset/an-address.md", note("patch"));
  await run("git", "add", "--all");
  await expect(checkNotes()).rejects.toThrow(
    "The change of spec/openapi.yaml is minor, but its note says patch",
  );
  write(".changeset/an-address.md", note("minor"));
  await run("git", "commit", "--quiet", "--all", "--message", "feat: an address");
  await checkNotes();
  const programs = await run("node", "tools/repo/src/witnesses/check-consumers.ts");
  expect(programs).toMatch(/^All [1-9]\d* programs of @compute-host\/client@0\.1\.0 compile\.$/m);
  await run("git", "switch", "--quiet", "main");
  await run("git", "merge", "--quiet", "--ff-only", "an-address");
});

test("0.2.0 tells users of each package what changes, with its date", async () => {
  await run("git", "switch", "--quiet", "--create", "changeset-release/main");
  await run("pnpm", "--filter", "@compute-host/repo", "release:version");
  const day = new Date().toISOString().slice(0, 10);
  for (const folder of ["spec", "packages/client", "packages/server"])
    expect(read(`${folder}/CHANGELOG.md`)).toMatch(
      new RegExp(
        `^# .+\n\n## 0\\.2\\.0\n\n_${day}_\n\n### Minor Changes\n\n- .*Computers have an \`address\``,
      ),
    );
  expect(read("packages/types/CHANGELOG.md")).toContain(
    `## 0.2.0\n\n_${day}_\n\nNo changes in this release.`,
  );
  expect(read("examples/worker/package.json")).toContain('"@compute-host/client": "0.2.0"');
});

test("the description and its packages move together, which needs no other note", async () => {
  expect(read("spec/openapi.yaml")).toContain("\n  version: 0.2.0\n");
  await checkCode();
  await run("pnpm", "install", "--frozen-lockfile", "--lockfile-only");
  await run("git", "commit", "--quiet", "--all", "--message", "chore: release");
  await checkNotes();
  write("spec/openapi.yaml", read("spec/openapi.yaml").replace("version: 0.2.0", "version: 0.3.0"));
  await expect(checkCode()).rejects.toThrow("spec/package.json has version 0.2.0, but info.version is 0.3.0");
  await run("git", "reset", "--quiet", "--hard");
});

test("0.2.0 has a tag for each package that moved", async () => {
  expect(await release()).toEqual(moved.map((name) => `${name}@0.2.0`));
});
