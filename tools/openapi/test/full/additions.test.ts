import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { additions } from "../changes/additions.ts";
import { WorkspaceCopy } from "./workspace-copy.ts";

// A minor change of the description moves no call: the programs of today compile with the client of each, and send the same requests.

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const folders = ["packages/docs", "packages/client/examples", "examples", "tools/consumer-tests/consumers"];

/** The programs that import the client alone, by their place. */
const programs = execFileSync("git", ["ls-files", ...folders], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => /(?<!\.test|\.d)\.ts$/.test(file) && !/\/(?:src|test)\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }))
  .filter(({ text }) => /from "@compute-host\/client/.test(text) && !/@compute-host\/server/.test(text));

/** Each method with options, and what a caller without types may leave out. */
const withOptions = `
import { createClient } from "@compute-host/client";
const { computers } = createClient();
const options = { timeoutMs: 60_000, headers: { "x-a": "b" } };
const [first] = (await computers.list(options)).computers;
await computers.list();
await computers.list({ includeProvisioningSteps: true, ...options });
await computers.get(first?.id ?? "", options);
await computers.update(first?.id ?? "", { remoteUser: "a" }, options);
await computers.retryInstallDeps("cmp_01k9x3d5t1", options);
`;
const texts = [...programs.map(({ text }) => text), withOptions];
const commands = [
  "list",
  "get cmp_01k9x5h8w3",
  "rename cmp_01k9x5h8w3 a",
  "retry cmp_01k9x3d5t1",
  "wait cmp_01k9x5h8w3",
];

/** The programs that run to their end, with the arguments of each run. */
const runs = programs.flatMap(({ file }, index) => {
  if (file.includes("consumers/")) return [];
  const args = file.includes("command-line") ? commands.map((one) => one.split(" ")) : [[]];
  return args.map((given) => ({ index, args: given }));
});

const runAll = `
import { createFakeService } from "./src/testing/index.ts";
Object.assign(process.env, { COMPUTE_HOST_URL: "http://fake.test", COMPUTE_HOST_TOKEN: "key", POLL_MS: "1" });
const print = console.log;
Object.assign(console, { log() {}, warn() {}, error() {} });
// Pauses between polls are shorter.
const wait = globalThis.setTimeout;
globalThis.setTimeout = (run, ms, ...more) => wait(run, ms < 2_000 ? ms / 100 : ms, ...more);
for (const [count, { index, args }] of ${JSON.stringify([...runs, { index: programs.length, args: [] }])}.entries()) {
  const service = createFakeService({ looksPerStep: 0 });
  const sent = [];
  globalThis.fetch = async (url, init) => {
    const request = new Request(url, init);
    const fields = [...request.headers].filter(([name]) => name !== "user-agent").join(" ");
    sent.push([request.method, url, fields, await request.clone().text()].join(" "));
    // The worker runs until it is stopped.
    if (sent.length === 40) process.emit("SIGTERM");
    return service.fetch(url, init);
  };
  process.argv.splice(2, Infinity, ...args);
  const failure = await import("./examples/earlier-" + index + ".ts?" + count).then(() => "", String);
  print(JSON.stringify([index, args, [...new Set(sent)].sort(), failure, process.exitCode ?? 0]));
  process.exitCode = 0;
}
`;

let workspace: WorkspaceCopy;
let today: unknown[];
beforeAll(async () => {
  workspace = new WorkspaceCopy();
  for (const [index, text] of texts.entries())
    workspace.write(`packages/client/examples/earlier-${index}.ts`, text);
  const config = { extends: "./tsconfig.json", include: ["examples/earlier-*.ts"] };
  workspace.write("packages/client/earlier.tsconfig.json", JSON.stringify(config));
  today = await workspace.runLines("packages/client", runAll);
});
afterAll(() => workspace.remove());

test("the programs of today run against the fake, and send requests", () => {
  expect(programs.length).toBeGreaterThan(15);
  for (const one of today)
    expect(one).toEqual([expect.any(Number), expect.any(Array), expect.any(Array), "", 0]);
});

test.each(Object.entries(additions))("%s is minor, and moves no call", async (_what, change) => {
  await workspace.changeSpec(change);
  const revision = join(workspace.folder, "spec/openapi.yaml");
  const cli = join(root, "packages/spec-gate/src/cli.ts");
  const args = [cli, "diff", join(root, "spec/openapi.yaml"), revision, "--format", "json"];
  const { output } = await workspace.run(".", process.execPath, args);
  expect(JSON.parse(output)).toMatchObject({ impact: "minor" });
  const generated = await workspace.generate();
  expect(generated.exitCode, generated.output).toBe(0);
  const tsc = join("node_modules", ".bin", "tsc");
  const compiled = await workspace.run("packages/client", tsc, [
    "--noEmit",
    "--project",
    "earlier.tsconfig.json",
  ]);
  expect(compiled.output.split("\n").filter((line) => line.startsWith("examples/"))).toEqual([]);
  expect(await workspace.runLines("packages/client", runAll)).toEqual(today);
});
