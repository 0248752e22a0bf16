import { slugify } from "../markdown.ts";
import type { Page } from "../page.ts";
import { type DocTag, type DocumentedExport, type DocumentedMember, readExports } from "./read-docs.ts";

/** An entry of the client package. */
interface Entry {
  readonly name: string;
  readonly source: URL;
}

/** The kinds of exports of an entry, in the order of the page. */
const parts = ["Functions", "Methods", "Types", "Errors", "Values"] as const;

const partOfKind = {
  function: "Functions",
  interface: "Types",
  type: "Types",
  class: "Errors",
  constant: "Values",
} as const satisfies Record<DocumentedExport["kind"], (typeof parts)[number]>;

/** The reference of the client, from the docstrings of everything that it exports. */
export function clientPage(): Page {
  const texts = entries().map(({ name, source }) => entryText(name, readExports(source)));
  return {
    path: "client/",
    group: "Reference",
    title: "TypeScript client",
    summary: "Everything that the TypeScript client exports.",
    text: `# TypeScript client

For whoever calls the interface from TypeScript: what \`@compute-host/client\` exports. Editors show the same. The types of bodies, such
as \`Computer\`, are in the [reference](/reference/#objects). To begin, see [Start](/); for retries,
[Errors and retries](/guides/errors-and-retries/).

A method throws the error of its [status](/errors/), and \`TokenError\`, \`ConnectionError\`, \`TimeoutError\`, \`InvalidResponseError\` or
\`InvalidArgumentError\`. Each error has a guard, such as \`isConflictError(error)\`, which also knows the errors of another copy of the
package.

${texts.join("\n")}`,
  };
}

/** The entries in the package's `exports`, except its manifest. */
function entries(): Entry[] {
  const names = ["", "/openapi-fetch", "/queries", "/schemas", "/testing"].map(
    (path) => `@compute-host/client${path}`,
  );
  return names.flatMap((name) => {
    try {
      return [{ name, source: new URL(import.meta.resolve(name)) }];
    } catch {
      return [];
    }
  });
}

function entryText(entry: string, exports: readonly DocumentedExport[]): string {
  const names = new Set(exports.map(({ name }) => name));
  const [short, long] = [exports.filter(isShort), exports.filter((one) => !isShort(one))];
  const texts = parts.flatMap((part) => long.filter((one) => partOf(one) === part));
  const lines = short.flatMap((one) => (/^is[A-Z]/.test(one.name) ? [] : lineOf(one)));
  return [`## ${entry}`, ...texts.map((one) => exportText(one, names)), lines.join("\n")].join("\n\n");
}

/** Whether a line is enough: a constant, and an error that says no more than its status. */
function isShort({ kind, members }: DocumentedExport): boolean {
  return (
    kind === "constant" ||
    (kind === "class" && members.every(({ name }) => /^(?:name|code|status)$/.test(name)))
  );
}

function lineOf({ name, text, members }: DocumentedExport): string {
  const code = members.find((member) => member.name === "code")?.type;
  const [about = ""] = text.split(/\n{2,}/);
  return `- **\`${name}\`** ${code === undefined ? "" : `code \`${code.replaceAll('"', "")}\`, `}${oneLine(about)} {#${slugify(name)}}`;
}

function partOf({ kind, members }: DocumentedExport): (typeof parts)[number] {
  return kind === "interface" && members.some(isMethod) ? "Methods" : partOfKind[kind];
}

function exportText(entry: DocumentedExport, names: ReadonlySet<string>): string {
  const { name, signature, text, tags, kind, inherits } = entry;
  const isCode = kind === "function" || kind === "type" || kind === "constant";
  const heritage = kind === "class" ? /extends (.+)$/.exec(signature)?.[1] : undefined;
  // A base that the package does not export has no entry here, so its members are listed with those of the interface that extends it.
  const unnamed = inherits.filter((one) => one.members.length > 0 && !names.has(one.name));
  const named = inherits.filter((one) => !unnamed.includes(one));
  const members = [...unnamed.flatMap((one) => one.members), ...entry.members];
  const parents = [...named.map((one) => one.name), ...(heritage === undefined ? [] : [heritage])];
  const paragraphs = [
    `### ${name}`,
    isCode ? `\`\`\`ts ${name}\n${signature}\n\`\`\`` : "",
    text,
    parents.length > 0 ? `Extends ${parents.map((parent) => linkTo(parent, names)).join(", ")}.` : "",
    tagTexts(tags),
    members
      .filter((member) => !isMethod(member))
      .map(memberText)
      .join("\n"),
    ...members.filter(isMethod).map((member) => methodText(name, member)),
  ];
  return `${paragraphs.filter(Boolean).join("\n\n")}\n`;
}

function linkTo(name: string, names: ReadonlySet<string>): string {
  return names.has(name) ? `[\`${name}\`](#${slugify(name)})` : `\`${name}\``;
}

/** Whether a member is a documented method, which gets its own heading. */
function isMethod({ type, tags }: DocumentedMember): boolean {
  return type.startsWith("(") && tags.some(({ name }) => name === "throws" || name === "example");
}

/** Leaves out what the reference says about an operation beyond its first sentences. */
function methodText(owner: string, { name, type, text, tags }: DocumentedMember): string {
  const [about = ""] = text.split("**Decision:**");
  return [
    `#### ${owner}.${name}`,
    `\`\`\`ts ${name}\n${name}${type.replaceAll(/\b(?:types|query)\./g, "")}\n\`\`\``,
    about.split(/\n{2,}/)[0]?.trim(),
    // Each throws the errors of its statuses, which the reference lists.
    tagTexts(tags.filter(({ name: tag }) => tag !== "throws")),
  ].join("\n\n");
}

function tagTexts(tags: readonly DocTag[]): string {
  return tags
    .map(({ name, text }) => {
      if (name === "example") return `\n\`\`\`ts Example\n${text}\n\`\`\``;
      if (name === "throws") return `- Throws ${oneLine(text).replace(/^\w+/, "`$&`")}`;
      const titles: Readonly<Record<string, string>> = {
        param: "",
        returns: "Returns ",
        default: "Default: ",
      };
      return `- ${titles[name] ?? `${name}: `}${oneLine(text)}`;
    })
    .join("\n");
}

function memberText({ name, type, isOptional, text, tags }: DocumentedMember): string {
  const fallback = tags.find((tag) => tag.name === "default")?.text ?? "";
  const about = [oneLine(text), fallback && `Default: ${oneLine(fallback)}.`].filter(Boolean).join(" ");
  const head = `- **\`${name}\`** \`${type.replaceAll(/\/\*\*.*?\*\/ |\b(?:types|query)\./g, "")}\`${isOptional ? " optional" : ""}`;
  return about === "" ? head : `${head}  \n  ${about}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
