/**
 * Compiles the consumers and README programs of the last release, or before the first one of main, with the current
 * packages, and prints the compiler's errors. Exits with 1 if there are any, unless a commit since then says that it
 * breaks. The argument is another root, for tests.
 */
import { gitLines } from "../checks/git.ts";
import * as workspace from "../checks/workspace.ts";
import { compilePrograms, readEarlierPrograms } from "./earlier-programs.ts";

const [root = workspace.root] = process.argv.slice(2);
const earlier = await readEarlierPrograms(root);
const errors = await compilePrograms(root, earlier);
process.stdout.write(errors);
const { base, label, programs } = earlier;
const subjects = await gitLines(root, "log", "--format=%s", `${base}..HEAD`);
const breaking = subjects.find((subject) => /^\w+(?:\([^)]*\))?!:/.test(subject));
if (errors === "") process.stdout.write(`All ${programs.size} programs of ${label} compile.\n`);
else if (breaking !== undefined) process.stdout.write(`Announced by "${breaking}".\n`);
else
  process.stderr.write(
    `Programs of ${label} no longer compile. Fix it, or announce it by a commit such as \`feat(client)!: ...\`.\n`,
  );
process.exitCode = errors === "" || breaking !== undefined ? 0 : 1;
