import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProcess } from "@compute-host/command-line/process";
import { folderOf } from "../runtimes.ts";

/** The result of compiling a program. */
export interface TypeCheckResult {
  /** The errors; empty if it compiles. */
  readonly errors: string[];
  /** The number of generic types that the compiler instantiated. */
  readonly instantiations: number;
}

/** A consumer's compiler options, as in a `tsconfig.json`. */
export type CompilerSettings = Readonly<Record<string, unknown>>;

const sharedOptions = {
  target: "es2022",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
};

/** Checks files and the declarations they load. */
export async function checkByCommand(
  alias: string,
  cwd: string,
  files: string[],
  settings: CompilerSettings,
): Promise<TypeCheckResult> {
  const project = join(cwd, "tsconfig.json");
  writeFileSync(project, JSON.stringify({ compilerOptions: { ...sharedOptions, ...settings }, files }));
  const compiler = join(folderOf(alias), "bin/tsc");
  const args = [compiler, "--project", project, "--extendedDiagnostics", "--pretty", "false"];
  const { exitCode, stdout } = await runProcess(process.execPath, args, { cwd });
  const instantiations = /^Instantiations:\s+(\d+)$/m.exec(stdout)?.[1];
  if (instantiations === undefined) throw new Error(`The compiler printed no diagnostics:\n${stdout}`);
  const all = stdout.split("\n").filter((line) => line.includes("error TS"));
  if (exitCode !== 0 && all.length === 0) throw new Error(`The compiler failed:\n${stdout}`);
  // The declarations of other packages are not ours to fix.
  const errors = all.filter((line) => !/^[^(]*\/node_modules\/(?!@compute-host\/)/.test(`/${line}`));
  return { errors, instantiations: Number(instantiations) };
}
