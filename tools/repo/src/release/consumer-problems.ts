import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseChangesetFile } from "@changesets/parse";
import { runProcess } from "@compute-host/command-line/process";
import { gitLines } from "../checks/git.ts";
import { readWorkspace } from "../checks/workspace.ts";
import { type EarlierProgram, type EarlierPrograms, readEarlierPrograms } from "./last-release.ts";

/** The results for the programs of the last release, or before it of main. */
export interface ConsumerReport {
  /** The name of the release or branch. */
  readonly label: string;
  readonly compiled: number;
  /** The programs that stop compiling, with the compiler's messages. */
  readonly broken: readonly string[];
  /** Those that nothing announces. */
  readonly problems: readonly string[];
}

/**
 * Compiles the consumers and README programs of the last release against the current packages. If one stops
 * compiling, a change note has to allow a package that it imports to break.
 * Before the first release the programs are those of the commit where HEAD left main, and a commit since then has to say that it
 * breaks.
 * @param project the folder of a package that depends on the workspace's packages
 */
export async function checkConsumers(root: string, project: string): Promise<ConsumerReport> {
  const earlier = await readEarlierPrograms(root);
  const { base, label, isReleased } = earlier;
  const errors = await compile(join(root, project, "reports", "earlier-programs"), earlier);
  const breaking = await breakingPackages(root);
  const isAnnounced = !isReleased && (await hasBreakingCommit(root, base));
  const broken: string[] = [];
  const problems: string[] = [];
  for (const [{ place, packages }, lines] of errors) {
    const text = `${place} of ${label} no longer compiles: ${lines.join("; ")}`;
    broken.push(text);
    if (isAnnounced || packages.some((name) => breaking.has(name))) continue;
    const advice = isReleased
      ? `\`pnpm changeset\` with a note that allows ${packages.join(" or ")} to break`
      : "a commit such as `feat(client)!: ...`";
    problems.push(`${text}. Fix it, or announce it: ${advice}.`);
  }
  return { label, compiled: earlier.programs.length, broken, problems };
}

/** Whether a commit's subject since the base has the `!` of a breaking change. */
async function hasBreakingCommit(root: string, base: string): Promise<boolean> {
  const subjects = await gitLines(root, "log", "--format=%s", `${base}..HEAD`);
  return subjects.some((subject) => /^\w+(?:\([^)]*\))?!:/.test(subject));
}

const tsc = fileURLToPath(new URL("bin/tsc", import.meta.resolve("typescript/package.json")));
const compilerOptions = {
  target: "es2023",
  // The sources of the packages are compiled with the programs.
  lib: ["esnext", "dom", "dom.iterable"],
  module: "nodenext",
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: ["node"],
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
};

async function compile(
  folder: string,
  { programs }: EarlierPrograms,
): Promise<ReadonlyMap<EarlierProgram, string[]>> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const fileName = (index: number) => `program-${index}.ts`;
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  for (const [index, { text }] of programs.entries()) await writeFile(join(folder, fileName(index)), text);
  const args = [tsc, "--project", folder, "--pretty", "false"];
  const { exitCode, stdout, stderr } = await runProcess(process.execPath, args, { cwd: folder });
  if (exitCode === null) throw new Error(`The compiler did not finish: ${stderr}`);
  const found = new Map<EarlierProgram, string[]>();
  for (const [, index = "", message = ""] of stdout.matchAll(
    /^program-(\d+)\.ts\(\d+,\d+\): error (.*)$/gm,
  )) {
    const program = programs[Number(index)];
    if (program) found.set(program, [...(found.get(program) ?? []), message]);
  }
  if (exitCode !== 0 && found.size === 0) throw new Error(`The compiler failed: ${stdout}${stderr}`);
  return found;
}

/**
 * Returns the packages that a pending change note allows to break: with a major version, or below 1.0 a minor
 * version.
 */
async function breakingPackages(root: string): Promise<ReadonlySet<string>> {
  const { packages } = await readWorkspace(root);
  const isBelowOne = new Map(
    await Promise.all(
      packages.map(async ({ name, folder }): Promise<[string, boolean]> => {
        const { version = "" } = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
        return [name, version.startsWith("0.")];
      }),
    ),
  );
  const folder = join(root, ".changeset");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".md") && name !== "README.md");
  const notes = await Promise.all(
    names.map(async (name) => parseChangesetFile(await readFile(join(folder, name), "utf8"))),
  );
  const mayBreak = ({ name, type }: { readonly name: string; readonly type: string }) =>
    type === "major" || (type === "minor" && isBelowOne.get(name) === true);
  return new Set(notes.flatMap(({ releases }) => releases.filter(mayBreak).map(({ name }) => name)));
}
