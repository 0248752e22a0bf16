import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Page, repository } from "../page.ts";
import { helpOf } from "./command-line-page.ts";

const root = new URL("../../../../", import.meta.url);

/** A page from a file of another package. */
interface Manual {
  readonly path: string;
  readonly file: string;
  /** @default the heading of the file */
  readonly title?: string;
  /** Sections for those who work on the package. */
  readonly left?: readonly string[];
  /** The command whose help it ends with. */
  readonly command?: string;
}

const manuals: readonly Manual[] = [
  ...globSync("packages/server/docs/*.md", { cwd: fileURLToPath(root) }).map((file) => ({
    file,
    path: `${file.split("/").at(-1)?.slice(0, -3)}/`,
  })),
  {
    file: "packages/spec-gate/README.md",
    path: "spec-gate/",
    title: "The gate",
    left: ["How it judges", "In a clone", "Proof", "In code", "Limits"],
    command: "spec-gate",
  },
  {
    file: "packages/contract-tests/README.md",
    path: "contract-tests/",
    title: "The contract suite",
    left: [
      "Against the mock",
      "What it checks",
      "How good it is",
      "Glossary",
      "In this repository",
      "As a library",
    ],
    command: "contract-tests",
  },
];

/** A manual of the service, or that of the gate or the contract suite, by the name in its address. */
export function manualPage(name: string): Omit<Page, "group"> {
  const manual = manuals.find(({ path }) => path === `${name}/`);
  if (manual === undefined) throw new Error(`There is no manual ${name}.`);
  const { file, path, title, left = [], command } = manual;
  const [start = "", ...sections] = readFileSync(new URL(file, root), "utf8").split(/^(?=## )/m);
  const heading = title === undefined ? start : start.replace(/^# .*/, `# ${title}`);
  const shown = sections.filter((section) => !left.some((one) => section.startsWith(`## ${one}\n`)));
  const help = command === undefined ? "" : `\n${helpOf(new RegExp(`^${command}$`))}\n`;
  return { path, text: withLinks([heading, ...shown].join(""), file) + help };
}

/** Makes links between manuals point to their pages, with the title for a file name, and others to the repository. */
function withLinks(text: string, from: string): string {
  // [shown](target#fragment), unless it is a URL or begins with `/` or `#`.
  const link = /\[([^\]]+)\]\((?![a-z]+:|[#/])([^)#]+)(#[^)]*)?\)/g;
  return text.replaceAll(link, (_link, shown: string, target: string, fragment = "") => {
    const { pathname } = new URL(target, `file:///${from}`);
    if (pathname.endsWith("/.env.example")) return "[Settings](/settings/)";
    const manual = manuals.find(({ file }) => `/${file}` === pathname);
    if (manual === undefined) return `[${shown}](${repository}/blob/main${pathname}${fragment})`;
    const heading = /^# (.+)$/m.exec(readFileSync(new URL(manual.file, root), "utf8"))?.[1];
    const title = manual.title ?? heading ?? shown;
    return `[${shown === target ? title : shown}](/${manual.path}${fragment})`;
  });
}
