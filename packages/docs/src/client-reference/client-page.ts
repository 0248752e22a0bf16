import type { MarkdownPage } from "../layout/page.ts";
import { type DocTag, type DocumentedExport, type DocumentedMember, readExports } from "./read-docs.ts";

/** An entry of the client package. */
interface Entry {
  readonly name: string;
  readonly source: URL;
}

const kinds = [
  ["function", "Functions"],
  ["interface", "Types"],
  ["type", "Types"],
  ["class", "Errors"],
  ["constant", "Values"],
] as const;

/** The reference of the client, from the docstrings of everything that it exports. */
export function clientPage(): MarkdownPage {
  const parts = entries().map(({ name, source }) => entryText(name, readExports(source)));
  return {
    path: "client/",
    group: "Reference",
    title: "TypeScript client",
    summary: "Everything that the TypeScript client exports.",
    text: `# TypeScript client

Everything that \`@compute-host/client\` exports, from its docstrings. The types of bodies, such as \`Computer\`, are in the
[reference](/reference/#objects). To begin, see [Start](/); for what it throws, [Errors and retries](/guides/errors-and-retries/).

${parts.join("\n")}`,
  };
}

/** The entries that the package's `exports` lists, but for its manifest. */
function entries(): Entry[] {
  const names = ["", "/openapi-fetch", "/schemas", "/testing"].map((path) => `@compute-host/client${path}`);
  return names.flatMap((name) => {
    try {
      return [{ name, source: new URL(import.meta.resolve(name)) }];
    } catch {
      return [];
    }
  });
}

function entryText(entry: string, exports: readonly DocumentedExport[]): string {
  const titles = [...new Set(kinds.map(([, title]) => title))];
  const groups = titles.map((title) => {
    const own = exports.filter(({ kind }) => kinds.some(([one, of]) => one === kind && of === title));
    return own.map(exportText).join("\n");
  });
  return `## ${entry}\n\n${groups.join("\n")}`;
}

function exportText({ name, signature, text, tags, members, kind }: DocumentedExport): string {
  const isCode = kind === "function" || kind === "type" || kind === "constant";
  const heritage = /extends (.+)$/.exec(signature)?.[1];
  const parts = [
    `### ${name}`,
    isCode ? `\`\`\`ts ${name}\n${signature}\n\`\`\`` : "",
    text,
    heritage !== undefined && !isCode ? `Extends \`${heritage.replaceAll(/\s+/g, " ")}\`.` : "",
    tagTexts(tags),
    members.map(memberText).join("\n"),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function tagTexts(tags: readonly DocTag[]): string {
  return tags
    .map(({ name, text }) => {
      if (name === "example") return `\`\`\`ts Example\n${text}\n\`\`\``;
      const titles: Readonly<Record<string, string>> = {
        param: "",
        returns: "Returns ",
        throws: "Throws ",
        default: "Default: ",
      };
      return `- ${titles[name] ?? `${name}: `}${oneLine(text)}`;
    })
    .join("\n");
}

function memberText({ name, type, isOptional, text, tags }: DocumentedMember): string {
  const fallback = tags.find((tag) => tag.name === "default")?.text ?? "";
  const about = [oneLine(text), fallback && `Default: ${oneLine(fallback)}.`].filter(Boolean).join(" ");
  const head = `- **\`${name}\`** \`${type}\`${isOptional ? " optional" : ""}`;
  return about === "" ? head : `${head}  \n  ${about}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
