import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Area, areas } from "./areas.ts";
import { sampleVariables } from "./sample.ts";

// Changes the sources of an area in one place after the other, and tells which changes its tests do not notice. Works
// on the last commit, in a worktree of its own that it removes; the checkout is never changed.

const usage = `Usage: pnpm mutate AREA [FILES] [--one-in N] [--seed TEXT]

Areas: ${Object.keys(areas).join(", ")}. FILES is a pattern of sources instead of those of the area.

  --one-in N   Runs about one of N mutants. Default: 1, all of them.
  --seed TEXT  Which ones: the same seed runs the same mutants. Default: a new one, which is printed.

Examples:
  pnpm mutate core
  pnpm mutate server "packages/server/src/auth/**" --one-in 4 --seed 1815
`;

const root = fileURLToPath(new URL("../../../../", import.meta.url));

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      "one-in": { type: "string", default: "1" },
      seed: { type: "string" },
      help: { type: "boolean" },
    },
  });
  const [name = "", files] = positionals;
  const area = Object.hasOwn(areas, name) ? areas[name] : undefined;
  if (values.help === true || area === undefined || !/^[1-9]\d*$/.test(values["one-in"])) {
    process.stdout.write(usage);
    process.exitCode = values.help === true ? 0 : 2;
  } else {
    const seed = values.seed ?? String(randomInt(2 ** 32));
    await mutate(
      name,
      { ...area, ...(files === undefined ? {} : { sources: [files] }) },
      values["one-in"],
      seed,
    );
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message.split("\n")[0] : error}\n`);
  process.exitCode = 1;
}

async function mutate(name: string, area: Area, oneIn: string, seed: string): Promise<void> {
  const folder = join(await mkdtemp(join(tmpdir(), "compute-host-mutate-")), "worktree");
  const run = (command: string, ...args: readonly string[]) =>
    execFileSync(command, args, {
      cwd: folder,
      stdio: "inherit",
      env: { ...process.env, [sampleVariables.oneIn]: oneIn, [sampleVariables.seed]: seed },
    });
  execFileSync("git", ["worktree", "add", "--quiet", "--detach", folder, "HEAD"], { cwd: root });
  try {
    run("pnpm", "install", "--frozen-lockfile", "--prefer-offline", "--silent");
    run("turbo", "run", "build", "--output-logs=errors-only");
    await writeFile(join(folder, "vitest.mutate.config.mjs"), vitestConfig(area));
    await writeFile(join(folder, "stryker.config.json"), JSON.stringify(strykerConfig(folder, area)));
    run(join(folder, "tools/repo/node_modules/.bin/stryker"), "run", "stryker.config.json");
    const report = JSON.parse(await readFile(join(folder, "mutation.json"), "utf8"));
    process.stdout.write(`${name}, one in ${oneIn}, seed ${seed}:\n${summaryOf(report)}`);
  } finally {
    execFileSync("git", ["worktree", "remove", "--force", folder], { cwd: root });
    await rm(join(folder, ".."), { recursive: true, force: true });
  }
}

function vitestConfig({ tests, globalSetup }: Area): string {
  const include = tests.filter((pattern) => !pattern.startsWith("!"));
  const exclude = tests.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const test = {
    include,
    exclude: ["**/node_modules/**", ...exclude],
    globalSetup: globalSetup ?? [],
    // Files share their modules, which take long to load; each run has a process of its own.
    isolate: false,
    // A mutant by which a write never ends would otherwise take minutes.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  };
  return `export default ${JSON.stringify({ test })};\n`;
}

function strykerConfig(folder: string, { sources }: Area): object {
  const module = (name: string) => join(folder, "tools/repo/node_modules/@stryker-mutator", name);
  return {
    testRunner: "vitest",
    vitest: { configFile: "vitest.mutate.config.mjs" },
    plugins: [
      join(module("vitest-runner"), "dist/src/index.js"),
      join(folder, "tools/repo/src/mutate/sample.ts"),
    ],
    checkers: ["sample"],
    inPlace: true,
    coverageAnalysis: "perTest",
    mutate: [...sources, "!**/*.test.ts", "!**/*.test-d.ts", "!**/*.gen.ts"],
    reporters: ["clear-text", "json", "progress-append-only"],
    clearTextReporter: { allowColor: false, reportTests: false, skipFull: true },
    jsonReporter: { fileName: "mutation.json" },
    ignoreStatic: false,
    // Vitest checks no types, and a test compares files that Stryker would otherwise write a comment into.
    disableTypeChecks: false,
    // On a busy machine a mutant that is only slow would count as killed.
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 60,
  };
}

/** Returns one line: the numbers of mutants by what became of them, and the share that is killed. */
function summaryOf({ files }: { files: Record<string, { mutants: { status: string }[] }> }): string {
  const counts = new Map<string, number>();
  for (const { mutants } of Object.values(files))
    for (const { status } of mutants) counts.set(status, (counts.get(status) ?? 0) + 1);
  const of = (...statuses: readonly string[]) =>
    statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
  const killed = of("Killed", "Timeout");
  const survived = of("Survived", "NoCoverage");
  const share = ((100 * killed) / (killed + survived)).toFixed(1);
  return `${killed + survived} mutants, ${killed} killed (${share} %), ${of("NoCoverage")} reached by no test.\n`;
}
