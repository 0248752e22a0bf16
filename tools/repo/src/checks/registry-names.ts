import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Workspace } from "./workspace.ts";

type Names = Pick<Workspace, "root" | "files" | "packages">;

/** Tests plant what this check refuses. */
const isTest = /\.test\.[cm]?[jt]s$|^(?:spec|(?:packages|tools)\/[^/]+)\/test\//;

/** Programs that fetch what they run; others fetch after one of the words below. */
const runner = /^(?:\S*\/)?(?:npx|pnpx|bunx)(?:\.cmd)?$/;
const manager = /^(?:\S*\/)?(?:npm|pnpm|yarn|bun|deno)(?:\.cmd)?(?:@\S+)?$/;
const fetching =
  /^(?:add|create|dlx|i|in|info|init|innit|ins|inst|insta|instal|install|install-test|isntall|it|link|ln|pack|show|up|update|upgrade|v|view|x)$/;

/** The options whose value selects a package of the workspace. */
const selecting = /^(?:--filter(?:-prod)?|-F|--workspace)$/;

const elsewhere =
  /\b(?:npm|jsr):@compute-host\/[\w.-]+|https?:\/\/(?!127\.|localhost)[^\s"'<>)`]*\/@compute-host\/[\w.-]+/g;

/**
 * Finds every command, import and address that takes a package of this repository, or one with the name of its commands,
 * from a registry. Nothing is released there: whoever registers such a name runs code where readers follow the text.
 *
 * The first release removes this check; until then it holds.
 *
 * @returns a line for each, with its place
 */
export async function checkRegistryNames({ root, files, packages }: Names): Promise<string[]> {
  const commands = packages.flatMap((one) => one.commands).join("|");
  const ours = new RegExp(`^(?:--package=)?(?:@compute-host(?:/.*)?|(?:${commands})(?:@[^/]*)?)[.:]?$`);
  const found = await Promise.all(
    files
      .filter((file) => !isTest.test(file))
      .map(async (file) => {
        const text = await readFile(join(root, file), "utf8").catch(() => "");
        return [...namesInCommands(text, ours), ...text.matchAll(elsewhere)].map(
          ({ 0: name, index }) =>
            `${file}:${text.slice(0, index).split("\n").length} asks a registry for ${name}, which is not ours there; use a clone or a tarball, as the README says under "Get the packages"`,
        );
      }),
  );
  return found.flat();
}

/** The first name of ours in each command that fetches it. */
function namesInCommands(text: string, ours: RegExp): RegExpExecArray[] {
  // Each index stays that of the text. A comment's next line begins with its mark.
  const joined = text.replaceAll(/\\\r?\n[ \t]*(?:#|\/\/|\*|>)?|\\[nrt]/g, (found) =>
    " ".repeat(found.length),
  );
  return [...joined.matchAll(/[^\n;&|`]+/g)].flatMap(({ 0: command, index }) => {
    // Quotes, brackets and commas also separate the arguments of a call in a program.
    const words = [...command.matchAll(/[^\s"'()[\],\\]+/g)];
    const start = words.findIndex(({ 0: word }) => runner.test(word) || manager.test(word));
    const name = words.findIndex(
      ({ 0: word }, at) =>
        at > start && ours.test(word) && !isSelection(words[start]?.[0], words[at - 1]?.[0]),
    );
    const found = words[name];
    const before = words.slice(start, name).map(({ 0: word }) => word);
    if (start < 0 || found === undefined || !before.some((word) => isFetch(before[0], word))) return [];
    found.index += index;
    return [found];
  });
}

/** Whether a word makes a program fetch. Other programs than npm only execute what is installed. */
function isFetch(program: string | undefined, word: string): boolean {
  return runner.test(word) || fetching.test(word) || (word === "exec" && isNpm(program));
}

/** Whether the word after `option` only selects a package. `-w` of other programs has no value. */
function isSelection(program = "", option = ""): boolean {
  return selecting.test(option) || (option === "-w" && isNpm(program));
}

function isNpm(program = ""): boolean {
  return /(?:^|\/)npm\b/.test(program);
}
