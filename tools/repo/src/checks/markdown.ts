import { readFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import Slugger from "github-slugger";
import markdownIt from "markdown-it";
import type { Workspace } from "./workspace.ts";

const parser = markdownIt();

/** Folders whose paths have to exist when they appear as inline code. */
const checkedFolders = /^(\.{1,2}|examples|spec|packages|tools|\.github|\.changeset|\.ci)\//;

/** Build output, which is not tracked. */
const builtFolders = /(^|\/)(dist|reports|node_modules|data)(\/|$)/;

/** Commands of pnpm and npm that are not scripts. */
const ownCommands = new Set([
  "install",
  "i",
  "add",
  "exec",
  "dlx",
  "pack",
  "publish",
  "run",
  "ci",
  "init",
  "changeset",
]);

/**
 * Checks that everything the repository's Markdown files name exists: each relative link and its heading, each path
 * in inline code, and each script after `pnpm` or `npm run`.
 *
 * @returns a line for each missing target
 */
export async function checkMarkdown(workspace: Workspace): Promise<string[]> {
  // Links in the docs' pages are addresses of the site, which the docs' own tests follow.
  const documents = workspace.files.filter(
    (file) => file.endsWith(".md") && !file.startsWith("packages/docs/content/"),
  );
  const found = await Promise.all(
    documents.map(async (file) => {
      const text = await readFile(join(workspace.root, file), "utf8");
      return checkDocument(workspace, file, text);
    }),
  );
  return found.flat();
}

/** Checks a document; `file` is its path from the root, which resolves relative links. */
async function checkDocument(workspace: Workspace, file: string, text: string): Promise<string[]> {
  const problems: string[] = [];
  let line = 0;
  const report = (what: string) => problems.push(`${file}:${line} ${what}`);
  for (const { type, info, content, map, children } of parser.parse(text, {})) {
    line = map === null ? line : map[0] + 1;
    if (type === "code_block" || (type === "fence" && /^(?:sh|bash|shell|console|)(?: |$)/.test(info)))
      for (const what of checkScripts(workspace, content)) report(what);
    for (const child of children ?? []) {
      if (child.type === "softbreak") line += 1;
      if (child.type === "code_inline")
        for (const what of checkCode(workspace, file, child.content)) report(what);
      const url = child.attrGet("href") ?? child.attrGet("src");
      const what = url === null ? undefined : await checkLink(workspace, file, text, String(url));
      if (what !== undefined) report(what);
    }
  }
  return problems;
}

async function checkLink(
  workspace: Workspace,
  file: string,
  text: string,
  url: string,
): Promise<string | undefined> {
  if (/^[a-z][a-z+.-]*:/i.test(url)) return undefined;
  const [path = "", heading] = decodeURI(url).split("#");
  const target = path === "" ? file : posix.normalize(posix.join(dirname(file), path));
  if (!exists(workspace, target)) return `links to ${url}, which does not exist`;
  if (heading === undefined || !target.endsWith(".md")) return undefined;
  const there = target === file ? text : await readFile(join(workspace.root, target), "utf8");
  return headings(there).has(heading) ? undefined : `links to ${url}, but there is no such heading`;
}

function headings(text: string): Set<string> {
  const slugger = new Slugger();
  const tokens = parser.parse(text, {});
  const titles = tokens.filter((_, index) => tokens[index - 1]?.type === "heading_open");
  return new Set(
    titles.map(({ children }) => slugger.slug((children ?? []).map(({ content }) => content).join(""))),
  );
}

function checkCode(workspace: Workspace, file: string, code: string): string[] {
  if (/^(pnpm|npm) /.test(code)) return checkScripts(workspace, code);
  const isPath = checkedFolders.test(code) && /^[\w./@-]+$/.test(code);
  if (!isPath) return [];
  const fromHere = posix.normalize(posix.join(dirname(file), code));
  return exists(workspace, posix.normalize(code)) || exists(workspace, fromHere)
    ? []
    : [`names ${code}, which does not exist`];
}

function checkScripts({ packages }: Workspace, shell: string): string[] {
  const calls = shell.matchAll(
    /^\s*(?:\$ )?(?:\w+=\S+ )*(pnpm|npm)((?: (?:--filter[= ]\S+|-[\w-]+))*) (?:run )?([\w:.-]+)(?: --prefix (\S+))?/gm,
  );
  return [...calls].flatMap(([, program, flags = "", script = "", folder = "."]) => {
    const name = /--filter[= ](\S+)/.exec(flags)?.[1];
    const owner = packages.find((one) => (name === undefined ? one.folder === folder : one.name === name));
    if (owner === undefined) return [`names the package ${name ?? folder}, which does not exist`];
    return owner.scripts.includes(script) || ownCommands.has(script)
      ? []
      : [`names \`${program} ${script}\`, but ${owner.folder}/package.json has no such script`];
  });
}

function exists({ files }: Workspace, path: string): boolean {
  const plain = path.replace(/\/$/, "");
  if (plain === "." || builtFolders.test(plain)) return true;
  return files.some((file) => file === plain || file.startsWith(`${plain}/`));
}
