import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withFiles } from "@compute-host/docs/page-source";
import { workspaceRoot } from "../packages/published-packages.ts";

/** A program, or commands: a fenced block of a document. */
interface Block {
  /** For example `README.md: npm start`. */
  readonly place: string;
  readonly language: string;
  /**
   * After the language: `run` for commands that a test runs, in the reader's folder or, with `clone`, in
   * the clone; with `serve`, the last one keeps running. `release` is for those that need the packages on npm.
   */
  readonly words: readonly string[];
  readonly text: string;
}

/**
 * Finds what a reader follows from the first block to the last: the docs, whose guides continue the page
 * Start, and each README.
 */
export function findDocuments(): { name: string; blocks: Block[] }[] {
  const find = (pattern: string) => globSync(pattern, { cwd: workspaceRoot }).toSorted();
  const content = "packages/docs/content";
  const first = [`${content}/start.md`, `${content}/guides/running-the-service.md`];
  const guides = find(`${content}/{,guides/}*.md`).filter((file) => !first.includes(file));
  return [
    { name: "the docs", files: [...first, ...guides] },
    ...find("{,spec/,packages/*/}README.md").map((file) => ({ name: file, files: [file] })),
  ]
    .map(({ name, files }) => ({ name, blocks: files.flatMap(readBlocks) }))
    .filter(({ blocks }) => blocks.some((block) => areCommands(block, "run")));
}

/** The READMEs with commands that hold from the first release on. */
export function findReleaseReadmes(): { name: string; blocks: Block[] }[] {
  return globSync("{,spec/,packages/*/}README.md", { cwd: workspaceRoot })
    .toSorted()
    .map((name) => ({ name, blocks: readBlocks(name) }))
    .filter(({ blocks }) => blocks.some((block) => areCommands(block, "release")));
}

/** Whether a block has commands of this kind. */
const areCommands = ({ language, words }: Block, kind: "run" | "release"): boolean =>
  language === "sh" && words[0] === kind;

/** Reads the blocks of a document, with the files that the docs include. */
function readBlocks(file: string): Block[] {
  const source = readFileSync(join(workspaceRoot, file), "utf8");
  const text = source.replaceAll(/^\{\{(sample|include) .*\}\}$/gm, (line) => withFiles(line));
  return [...text.matchAll(/^( *)```(\w+)([^\n]*)\n(.*?)^\1```$/gms)].map(
    ([, , language = "", info = "", code = ""]) => ({
      place: `${file}: ${code.trim().split("\n")[0]}`,
      language,
      words: info.trim().split(" "),
      text: code,
    }),
  );
}

/** What a reader replaces: the address of the sandbox, whose port the test chooses, and the reader's own values. */
interface Replacements {
  readonly url: string;
  readonly token: string;
  /** A folder of the reader's system. */
  readonly system: string;
}

/**
 * Writes the commands of this kind in a document as one script. A command such as `node list.mjs` runs the program before
 * it under that name. The script expects the folders of the clone and of the reader in `CLONE` and `OWN`.
 */
export function scriptOf(
  blocks: readonly Block[],
  { url, token, system }: Replacements,
  kind: "run" | "release" = "run",
): string {
  // The services of the document run in the background, so the script ends with a SIGTERM to its whole process group.
  const script = ["set -eo pipefail", "shopt -s expand_aliases", `trap "trap '' TERM; kill -- -$$" EXIT`];
  let program = "";
  for (const block of blocks) {
    const text = block.text
      .replaceAll(/\{\{address\}\}|http:\/\/127\.0\.0\.1:4010/g, url)
      .replaceAll(/TOKEN=(chk_)?\.\.\./g, `TOKEN=${token}`)
      .replaceAll("/var/lib/compute-host/", `${system}/`)
      .replaceAll("/usr/local/bin/provision", "/bin/true")
      .replaceAll("https://staging.example.com", url);
    if (/^(ts|js|mjs|py)$/.test(block.language)) program = text;
    if (!areCommands(block, kind)) continue;
    script.push(
      `echo '>' ${JSON.stringify(block.place)}`,
      `cd "$${block.words.includes("clone") ? "CLONE" : "OWN"}"`,
    );
    const [, file] = /^(?:node|python3) ([\w-]+\.\w+)$/m.exec(text) ?? [];
    if (file !== undefined) script.push(`cat >${file} <<'END OF PROGRAM'`, program, "END OF PROGRAM");
    const lines = text.trim().split("\n");
    if (block.words.includes("serve")) {
      const log = `"$OWN/service-${script.length}.log"`;
      lines.push(
        `${lines.pop()} </dev/null >${log} 2>&1 &`,
        `until grep -qi 'listening on http' ${log}; do`,
        // If the service ended early, the first `kill` shows its log, and the second ends the script.
        `kill -0 $! || cat ${log}; kill -0 $!; sleep 0.1`,
        "done",
      );
    }
    script.push(...lines);
  }
  return `${script.join("\n")}\n`;
}
