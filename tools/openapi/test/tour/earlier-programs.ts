import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

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

const folders = ["packages/docs", "packages/client/examples", "examples", "tools/consumer-tests/consumers"];
const commands = [
  "list",
  "get cmp_01k9x5h8w3",
  "rename cmp_01k9x5h8w3 a",
  "retry cmp_01k9x3d5t1",
  "wait cmp_01k9x5h8w3",
];

/** A program of a user, and the arguments of each run of it to its end. */
export interface EarlierProgram {
  readonly text: string;
  readonly runs: readonly (readonly string[])[];
}

/** The programs of the repository that import the client alone. */
export function earlierPrograms(root: string): EarlierProgram[] {
  const files = execFileSync("git", ["ls-files", ...folders], { cwd: root, encoding: "utf8" }).split("\n");
  const programs = files
    .filter((file) => /(?<!\.test|\.d)\.ts$/.test(file) && !/\/(?:src|test)\//.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }))
    .filter(({ text }) => /from "@compute-host\/client/.test(text) && !/@compute-host\/server/.test(text));
  const runsOf = (file: string) => {
    if (file.includes("consumers/")) return [];
    return file.includes("command-line") ? commands.map((one) => one.split(" ")) : [[]];
  };
  return [
    ...programs.map(({ file, text }) => ({ text, runs: runsOf(file) })),
    { text: withOptions, runs: [[]] },
  ];
}

/** Runs programs, as modules called `earlier-0.ts` and so on, against the fake, and prints what each run sends. */
export function runEarlier(programs: readonly EarlierProgram[]): string {
  const runs = programs.flatMap(({ runs: all }, index) => all.map((args) => ({ index, args })));
  return `
import { createFakeService } from "./src/testing/index.ts";
Object.assign(process.env, { COMPUTE_HOST_URL: "http://fake.test", COMPUTE_HOST_TOKEN: "key", POLL_MS: "1" });
const print = console.log;
Object.assign(console, { log() {}, warn() {}, error() {} });
// Pauses between polls are shorter.
const wait = globalThis.setTimeout;
globalThis.setTimeout = (run, ms, ...more) => wait(run, ms < 2_000 ? ms / 100 : ms, ...more);
for (const [count, { index, args }] of ${JSON.stringify(runs)}.entries()) {
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
}
