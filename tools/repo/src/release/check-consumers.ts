/**
 * Compiles the consumers and README programs of the last release, or before the first one of main, with the current
 * packages, and prints the compiler's errors. Exits with 1 if there are any, unless a commit since then says that it
 * breaks. The argument is another root, for tests.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProcess } from "@compute-host/command-line/process";
import { gitLines } from "../checks/git.ts";
import * as workspace from "../checks/workspace.ts";
import { readEarlierPrograms } from "./earlier-programs.ts";

const [root = workspace.root] = process.argv.slice(2);
// A package that depends on those that the programs import.
const folder = join(root, "tools/consumer-tests/reports/earlier-programs");
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

const { base, label, programs } = await readEarlierPrograms(root);
await rm(folder, { recursive: true, force: true });
for (const [name, text] of [
  ...programs,
  ["tsconfig.json", JSON.stringify({ compilerOptions, include: ["**/*.ts"] })],
] as const) {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), text);
}
const tsc = fileURLToPath(new URL("bin/tsc", import.meta.resolve("typescript/package.json")));
const { exitCode, stdout, stderr } = await runProcess(process.execPath, [tsc, "--pretty", "false"], {
  cwd: folder,
});
process.stdout.write(stdout);
process.stderr.write(stderr);
const subjects = await gitLines(root, "log", "--format=%s", `${base}..HEAD`);
const breaking = subjects.find((subject) => /^\w+(?:\([^)]*\))?!:/.test(subject));
if (exitCode === 0) process.stdout.write(`All ${programs.size} programs of ${label} compile.\n`);
else if (breaking !== undefined) process.stdout.write(`Announced by "${breaking}".\n`);
else
  process.stderr.write(
    `Programs of ${label} no longer compile. Fix it, or announce it by a commit such as \`feat(client)!: ...\`.\n`,
  );
process.exitCode = exitCode === 0 || breaking !== undefined ? 0 : 1;
