import { createRequire } from "node:module";
import { join } from "node:path";
import { runProcess } from "@compute-host/command-line/process";
import type * as Compiler from "typescript60";
import { folderOf } from "./runtimes.ts";
import type { ThrowAwayProject } from "./throw-away-project.ts";

const require = createRequire(import.meta.url);

/** The result of compiling a program. */
export interface TypeCheckResult {
  /** The errors; empty if it compiles. */
  readonly errors: string[];
  /** The number of generic types that the compiler instantiated. */
  readonly instantiations: number;
}

/** A consumer's compiler options; `strict` and `exactOptionalPropertyTypes` find the most errors. */
export interface CompilerSettings {
  readonly module: "node16" | "nodenext" | "esnext";
  readonly moduleResolution: "node16" | "nodenext" | "bundler";
  /** The source of `fetch` and `AbortSignal`: the browser's library or Node's types. */
  readonly lib: readonly string[];
  readonly types: readonly string[];
  /** Skips the check of declaration files, as most projects do. */
  readonly skipLibCheck: boolean;
}

/** The settings of a reader who compiles a program for Node.js and checks all declarations. */
export const strictSettings: CompilerSettings = {
  module: "nodenext",
  moduleResolution: "nodenext",
  lib: ["es2023"],
  types: ["node"],
  skipLibCheck: false,
};

const sharedOptions = {
  target: "es2022",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
};

/** Parsed files that all consumers share, by compiler: its library and Node's types. */
const parsedLibraries = new Map<string, Map<string, Compiler.SourceFile | undefined>>();

function cacheLibraries(alias: string, cwd: string, host: Compiler.CompilerHost): void {
  const cache = parsedLibraries.get(alias) ?? new Map();
  parsedLibraries.set(alias, cache);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (fileName, ...rest) => {
    if (fileName.startsWith(cwd)) return read(fileName, ...rest);
    if (!cache.has(fileName)) cache.set(fileName, read(fileName, ...rest));
    return cache.get(fileName);
  };
}

/** Checks files and the declarations they load, with a compiler that has the classic API (TypeScript 5 and 6). */
export function checkInProcess(
  alias: string,
  cwd: string,
  files: string[],
  settings: CompilerSettings,
): TypeCheckResult {
  const ts: typeof Compiler = require(alias);
  const parsed = ts.convertCompilerOptionsFromJson({ ...sharedOptions, ...settings }, cwd);
  const rootNames = files.map((file) => join(cwd, file));
  const host = ts.createCompilerHost(parsed.options);
  host.getCurrentDirectory = () => cwd;
  cacheLibraries(alias, cwd, host);
  const program = ts.createProgram(rootNames, parsed.options, host);
  const own = program.getSourceFiles().filter(({ fileName }) => rootNames.includes(fileName));
  const declarations = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.includes("/@compute-host/"));
  const diagnostics = [...parsed.errors, ...program.getOptionsDiagnostics()];
  const check = (file: Compiler.SourceFile) =>
    diagnostics.push(...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file));
  own.forEach(check);
  declarations.forEach(check);
  const instantiations = program.getInstantiationCount();
  return { errors: diagnostics.map((found) => ts.formatDiagnostic(found, host)), instantiations };
}

/** Returns the values and types that a consumer can import, by entry point. */
export function exportedNames(
  alias: string,
  project: Pick<ThrowAwayProject, "directory" | "write">,
  specifiers: readonly string[],
  settings: CompilerSettings,
): ReadonlyMap<string, readonly string[]> {
  const ts: typeof Compiler = require(alias);
  const file = join(project.directory, "entry-points.ts");
  project.write("entry-points.ts", specifiers.map((specifier) => `import "${specifier}";\n`).join(""));
  // Names need no check, and so none of the libraries.
  const json = { ...sharedOptions, ...settings, lib: undefined, noLib: true, types: [] };
  const { options } = ts.convertCompilerOptionsFromJson(json, project.directory);
  const program = ts.createProgram([file], options);
  const checker = program.getTypeChecker();
  const imports = program.getSourceFile(file)?.statements.filter(ts.isImportDeclaration) ?? [];
  return new Map(
    imports.map(({ moduleSpecifier }, index) => {
      const module = checker.getSymbolAtLocation(moduleSpecifier);
      if (module === undefined) throw new Error(`${specifiers[index]} has no declarations.`);
      return [specifiers[index] ?? "", checker.getExportsOfModule(module).map(({ name }) => name)];
    }),
  );
}

/** Checks files and the declarations they load with the native compiler (TypeScript 7), which has no API. */
export async function checkByCommand(
  alias: string,
  cwd: string,
  files: string[],
  settings: CompilerSettings,
): Promise<TypeCheckResult> {
  const options = Object.entries({ ...sharedOptions, ...settings }).flatMap(([name, value]) => [
    `--${name}`,
    String(value),
  ]);
  const tsc = join(folderOf(alias), "bin/tsc");
  const args = [tsc, ...options, "--extendedDiagnostics", ...files];
  const { exitCode, stdout } = await runProcess(process.execPath, args, { cwd });
  const instantiations = /^Instantiations:\s+(\d+)$/m.exec(stdout)?.[1];
  if (instantiations === undefined) throw new Error(`The compiler printed no diagnostics:\n${stdout}`);
  const all = stdout.split("\n").filter((line) => line.includes("error TS"));
  if (exitCode !== 0 && all.length === 0) throw new Error(`The compiler failed:\n${stdout}`);
  const errors = all.filter((line) => !/^[^(]*\/node_modules\/(?!@compute-host\/)/.test(`/${line}`));
  return { errors, instantiations: Number(instantiations) };
}
