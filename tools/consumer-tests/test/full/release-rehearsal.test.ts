import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runOrThrow, runProcess } from "@compute-host/command-line/process";
import { engines } from "@compute-host/server/test-engines";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createReleaseClone, type ReleaseClone } from "../../src/release-clone.ts";
import { type Sandbox, startProgram, startSandbox } from "../../src/sandbox.ts";
import { createProject, type ThrowAwayProject } from "../../src/throw-away-project.ts";

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
"@compute-host/contract-tests": minor
---

Computers have an \`address\`; \`hostname\` is deprecated.
`;
const moved = ["client", "contract-tests", "server", "spec", "types"].map((name) => `@compute-host/${name}`);
const versions = ["0.1.0", "0.2.0"] as const;
type Version = (typeof versions)[number];

let clone: ReleaseClone;
const consumers = new Map<Version, ThrowAwayProject>();

async function install(version: Version, ...names: string[]): Promise<ThrowAwayProject> {
  const project = consumers.get(version) ?? createProject({ type: "module" });
  consumers.set(version, project);
  for (const file of ["walk.mjs", "fake-server.mjs"]) project.copy(file);
  const wanted = names.map((name) => `@compute-host/${name}@${version}`);
  await runOrThrow("npm", ["install", "--no-audit", "--no-fund", "--no-save", ...wanted], {
    cwd: project.directory,
    env: { npm_config_registry: clone.registry.url, npm_config_cache: join(project.directory, "cache") },
  });
  return project;
}

const tags = async () => (await clone.run("git", "tag", "--points-at", "HEAD")).trim().split("\n");

beforeAll(async () => {
  clone = await createReleaseClone();
});
afterAll(async () => {
  await clone?.[Symbol.asyncDispose]();
  for (const project of consumers.values()) project[Symbol.dispose]();
});

test("0.1.0 is built, published, tagged and installed", async () => {
  await clone.run("pnpm", "--filter", "@compute-host/repo", "release");
  const released = [...clone.registry.published].flatMap(([name, of]) =>
    of.map(({ version }) => `${name}@${version}`),
  );
  expect(await tags()).toEqual(released.toSorted());
  expect(released).toHaveLength(6);
  await install("0.1.0", "client", "server", "contract-tests");
});

test("the tarballs come with their checksums and bills of materials", async () => {
  await clone.run("npm", "run", "tarballs");
  const checked = await clone.run("sh", "-c", "cd dist && sha256sum --check SHA256SUMS");
  expect(checked.match(/\.(tgz|cdx\.json): OK$/gm)).toHaveLength(12);
  const { components } = JSON.parse(clone.read("dist/compute-host-server.cdx.json"));
  const named = components.map(({ name }: { readonly name: string }) => name);
  expect(named).toEqual(expect.arrayContaining(["fastify", "pg"]));
  expect(named).not.toContain("vitest");
});

test("a change of the interface moves the versions, has a note, and compiles the programs of the last release", async () => {
  clone.write("spec/openapi.yaml", clone.read("spec/openapi.yaml").replace(before, after));
  await clone.run("pnpm", "generate");
  await clone.run("pnpm", "spec:version", "0.2.0");
  clone.write(".changeset/an-address.md", note);
  await clone.run("git", "add", "--all");
  await clone.run("git", "commit", "--quiet", "--message", "feat: an address");
  await clone.run("node", "tools/repo/src/release/check-version.ts");
  await clone.run("pnpm", "--filter", "@compute-host/repo", "change-notes");
  const programs = await clone.run("node", "tools/repo/src/release/check-consumers.ts");
  expect(programs).toMatch(/^(\d+) of \1 programs of @compute-host\/client@0\.1\.0 compile\.$/m);
});

test("0.2.0 tells users of each package what changes, with its date", async () => {
  await clone.run("pnpm", "--filter", "@compute-host/repo", "release:version");
  const day = new Date().toISOString().slice(0, 10);
  for (const folder of ["spec", "packages/types", "packages/client"]) {
    const [, newest = ""] = clone.read(`${folder}/CHANGELOG.md`).split(/^## /m);
    expect(newest).toMatch(new RegExp(`^0\\.2\\.0\n\n_${day}_\n`));
    const changes = newest.match(/^- .*$/gm)?.map((line) => line.replace(/^.*› (\w+)`/, "$1"));
    expect(changes).toEqual(["hostname: it was marked as deprecated.", "address: a property was added."]);
  }
  expect(clone.read("examples/worker/package.json")).toContain('"@compute-host/client": "0.2.0"');
  for (const folder of ["packages/server", "packages/contract-tests"])
    expect(clone.read(`${folder}/CHANGELOG.md`)).toMatch(
      new RegExp(`## 0\\.2\\.0\n\n_${day}_\n\n### Minor Changes\n\n- .*Computers have an \`address\``),
    );
});

test("0.2.0 is published, tagged, and installed over 0.1.0", async () => {
  await clone.run("git", "commit", "--quiet", "--all", "--message", "chore: release");
  await clone.run("pnpm", "--filter", "@compute-host/repo", "release");
  expect(await tags()).toEqual(moved.map((name) => `${name}@0.2.0`));
  const project = await install("0.2.0", "client", "server", "contract-tests");
  for (const name of ["client", "server"]) {
    const { stdout } = await runProcess("npm", ["ls", `@compute-host/${name}`], { cwd: project.directory });
    expect(stdout).toContain(`@compute-host/${name}@0.2.0`);
  }
});

test("the docs of 0.2.0 show the version with its date, and what is deprecated", () => {
  const page = clone.read("packages/docs/dist/site/changelog.md");
  expect(page).toMatch(/## 0\.2\.0\n\n_\d{4}-\d\d-\d\d_\n/);
  expect(clone.read("packages/types/dist/index.d.ts")).toMatch(/@deprecated[^;]*hostname\?/);
});

/** Runs the contract suite of a version, beside others; resolves to its exit code, which is 0 if nothing failed, and its output. */
async function judge(version: Version, { env }: Sandbox, ...options: string[]) {
  const { directory = "" } = consumers.get(version) ?? {};
  const journal = join(directory, `${new URL(env.COMPUTE_HOST_URL).port}.json`);
  const program = join(directory, "node_modules/.bin/contract-tests");
  const { exitCode, stdout, stderr } = await runProcess(
    program,
    ["--disposable", "--seed", "1", "--journal", journal, ...options],
    {
      cwd: directory,
      env: { CONTRACT_BASE_URL: env.COMPUTE_HOST_URL, CONTRACT_TOKEN: env.COMPUTE_HOST_TOKEN },
    },
  );
  return { exitCode, output: stdout + stderr };
}

const pairs = [
  { service: "0.1.0", consumer: "0.2.0" },
  { service: "0.2.0", consumer: "0.1.0" },
] as const;

// The suites wait for installations most of the time.
describe.concurrent.each(engines)("on $name", ({ takeDatabase }) => {
  test.each(pairs)(
    "client and contract suite of $consumer work with the service of $service",
    async (pair) => {
      const { directory = "" } = consumers.get(pair.service) ?? {};
      const { url, release } = await takeDatabase();
      try {
        await using service = await startSandbox(join(directory, "node_modules/.bin/compute-host"), url);
        const cwd = consumers.get(pair.consumer)?.directory ?? "";
        const walked = await runOrThrow("node", ["walk.mjs"], { cwd, env: service.env });
        expect(JSON.parse(walked)).toEqual([true, "walker", "active", true]);
        expect(await judge(pair.consumer, service)).toMatchObject({ exitCode: 0 });
      } finally {
        await release();
      }
    },
  );
});

test.concurrent.each(versions)(
  "the contract suites of both versions say the same of the fake of %s",
  async (version) => {
    const fake = () => startProgram([join(consumers.get(version)?.directory ?? "", "fake-server.mjs")]);
    const outcomes: unknown[] = [];
    for (const suite of versions) {
      const report = join(clone.directory, `${version}-by-${suite}.json`);
      await using service = await fake();
      await judge(suite, service, "--report", `json=${report}`);
      const { cases } = JSON.parse(readFileSync(report, "utf8")) as {
        cases: { title: string; outcome: string }[];
      };
      outcomes.push(cases.map(({ title, outcome }) => ({ title, outcome })));
    }
    expect(outcomes).toEqual(versions.map(() => outcomes[0]));
  },
);
