import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProcess } from "@compute-host/command-line/process";
import { git, gitLines, tryGit } from "../checks/git.ts";

/** The programs of the last release, or before the first one of main, that still have to compile. */
export interface EarlierPrograms {
  /** Their commit or tag. */
  readonly base: string;
  /** Such as `@compute-host/client@0.1.0` or `origin/main`. */
  readonly label: string;
  /** By a file name such as `packages/client/README.md-1.ts`. Lines keep the numbers of their file. */
  readonly programs: ReadonlyMap<string, string>;
}

/** The TypeScript consumers in `tools/consumer-tests`, except those that must not compile. */
const consumers = /^tools\/consumer-tests\/consumers\/(?!mistakes)[^/]+\.ts$/;
const readmes = /^(?:README|spec\/README|(?:packages|tools)\/[^/]+\/README)\.md$/;
const fence = /^```(?:ts|typescript)\n(.*?)^```$/gms;
const ownImport = /["']@compute-host\//;

/**
 * Reads the consumers and README programs that import a package of the workspace, as they were in the client's last
 * release, or before the first one at the commit where HEAD left main.
 */
export async function readEarlierPrograms(root: string): Promise<EarlierPrograms> {
  const last = ["describe", "--tags", "--abbrev=0", "--match", "@compute-host/client@*"];
  const tag = await tryGit(root, ...last);
  const { base, label } = tag === undefined ? await forkFromMain(root) : { base: tag, label: tag };
  const programs = new Map<string, string>();
  for (const file of await gitLines(root, "ls-tree", "-r", "--name-only", base)) {
    if (!consumers.test(file) && !readmes.test(file)) continue;
    const text = await git(root, "show", `${base}:${file}`);
    const found = consumers.test(file) ? [text] : readmePrograms(text);
    // What a later version allows breaks nobody.
    for (const [index, program] of found.entries())
      if (ownImport.test(program))
        programs.set(`${file}-${index + 1}.ts`, program.replaceAll("@ts-expect-error", "@ts-ignore"));
  }
  return { base, label, programs };
}

/** Compiles programs with the packages of a root, and resolves to what the compiler prints. */
export async function compilePrograms(root: string, { programs }: EarlierPrograms): Promise<string> {
  // A package that depends on those that the programs import.
  const folder = join(root, "tools/consumer-tests/reports/earlier-programs");
  await rm(folder, { recursive: true, force: true });
  // The sources of the packages are compiled with the programs.
  const compilerOptions = { lib: ["esnext", "dom", "dom.iterable"] };
  const config = { extends: "../../tsconfig.json", compilerOptions, include: ["**/*.ts"] };
  for (const [name, text] of [...programs, ["tsconfig.json", JSON.stringify(config)] as const]) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const tsc = fileURLToPath(new URL("bin/tsc", import.meta.resolve("typescript/package.json")));
  const { stdout, stderr } = await runProcess(process.execPath, [tsc, "--pretty", "false"], { cwd: folder });
  return stdout + stderr;
}

/** Finds the commit where HEAD left the base of the pull request or the remote's main, or later a local main. */
async function forkFromMain(root: string): Promise<{ base: string; label: string }> {
  const { GITHUB_BASE_REF: pullRequestBase } = process.env;
  const isOnMain = (await tryGit(root, "symbolic-ref", "--short", "--quiet", "HEAD")) === "main";
  const names = [`origin/${pullRequestBase || "main"}`, ...(isOnMain ? [] : ["main"])];
  const forks = names.map(async (label) => {
    const base = await tryGit(root, "merge-base", "HEAD", label);
    if (base === undefined) return [];
    const distance = Number(await git(root, "rev-list", "--count", `${base}..HEAD`));
    return [{ base, label, distance }];
  });
  const [nearest] = (await Promise.all(forks)).flat().toSorted((a, b) => a.distance - b.distance);
  return nearest ?? { base: "HEAD", label: "the last commit" };
}

/** A block with imports starts a program; one without continues the previous program. */
function readmePrograms(markdown: string): string[] {
  const programs: string[] = [];
  const linesOf = (text: string) => text.split("\n").length;
  for (const { index, 1: text = "" } of markdown.matchAll(fence)) {
    const isNew = programs.length === 0 || /^import /m.test(text);
    const before = isNew ? "" : (programs.pop() ?? "");
    const blankLines = "\n".repeat(linesOf(markdown.slice(0, index)) + 1 - linesOf(before));
    programs.push(before + blankLines + text);
  }
  return programs;
}
