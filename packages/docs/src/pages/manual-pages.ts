import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Page, repository } from "../page.ts";
import { helpOf } from "./command-line-page.ts";

const root = new URL("../../../../", import.meta.url);

/** A page from a file of another package. */
interface Manual extends Omit<Page, "text"> {
  readonly file: string;
  /** The command whose help it ends with. */
  readonly command?: string;
}

const operators = globSync("packages/server/docs/*.md", { cwd: fileURLToPath(root) })
  .map((file) => ({ file, path: `${file.split("/").at(-1)?.slice(0, -3)}/`, group: "For operators" }))
  .toSorted(
    (a, b) =>
      Number(b.path === "operations/") - Number(a.path === "operations/") || (a.path < b.path ? -1 : 1),
  );

const checks = [
  { file: "packages/spec-gate/README.md", path: "spec-gate/", title: "The gate", command: "spec-gate" },
  { file: "packages/spec-gate/docs/policies.md", path: "spec-gate-policies/", title: "Debatable changes" },
  {
    file: "packages/contract-tests/README.md",
    path: "contract-tests/",
    title: "The contract suite",
    command: "contract-tests",
  },
].map((one) => ({ ...one, group: "For your CI" }));

const manuals: readonly Manual[] = [...operators, ...checks];

/** The operator's manuals, the one on operations first, and those of the gate and the contract suite. */
export function manualPages(): Page[] {
  return manuals.map(({ file, command, ...page }) => {
    const text = readFileSync(new URL(file, root), "utf8");
    // The rest is for those who work on the package.
    const [shown = ""] = text.split(/^## (?:Proof|How good it is)$/m);
    const help = command === undefined ? "" : `\n${helpOf(new RegExp(`^${command}$`))}\n`;
    return { ...page, text: withLinks(shown, file) + help };
  });
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
    const title = /^# (.+)$/m.exec(readFileSync(new URL(manual.file, root), "utf8"))?.[1] ?? shown;
    return `[${shown === target ? title : shown}](/${manual.path}${fragment})`;
  });
}
