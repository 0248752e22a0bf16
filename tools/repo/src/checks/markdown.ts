import { readFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import Slugger from "github-slugger";
import type { Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toString as textOf } from "mdast-util-to-string";
import { gfm } from "micromark-extension-gfm";
import { visit } from "unist-util-visit";
import type { Workspace } from "./workspace.ts";

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
  const tree = parse(text);
  const problems: string[] = [];
  const links: { url: string; line: number }[] = [];
  visit(tree, (node) => {
    const line = node.position?.start.line ?? 0;
    const report = (what: string) => problems.push(`${file}:${line} ${what}`);
    if (node.type === "link" || node.type === "image" || node.type === "definition")
      links.push({ url: node.url, line });
    if (node.type === "inlineCode") for (const what of checkCode(workspace, file, node.value)) report(what);
    if (node.type === "code" && /^(sh|bash|shell|console)?$/.test(node.lang ?? "")) {
      for (const what of checkScripts(workspace, node.value)) report(what);
    }
  });
  for (const { url, line } of links) {
    const what = await checkLink(workspace, file, tree, url);
    if (what !== undefined) problems.push(`${file}:${line} ${what}`);
  }
  return problems;
}

function parse(text: string): Root {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

async function checkLink(
  workspace: Workspace,
  file: string,
  tree: Root,
  url: string,
): Promise<string | undefined> {
  if (/^[a-z][a-z+.-]*:/i.test(url)) return undefined;
  const [path = "", heading] = decodeURI(url).split("#");
  const target = path === "" ? file : posix.normalize(posix.join(dirname(file), path));
  if (!exists(workspace, target)) return `links to ${url}, which does not exist`;
  if (heading === undefined || !target.endsWith(".md")) return undefined;
  const there = target === file ? tree : parse(await readFile(join(workspace.root, target), "utf8"));
  return headings(there).has(heading) ? undefined : `links to ${url}, but there is no such heading`;
}

function headings(tree: Root): Set<string> {
  const slugger = new Slugger();
  const slugs = new Set<string>();
  visit(tree, "heading", (node) => void slugs.add(slugger.slug(textOf(node))));
  return slugs;
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
