import { slugify } from "../markdown/markdown.ts";
import type { Page } from "../page.ts";
import { type DocumentedExport, type DocumentedMember, readClientDocs } from "./client-docs.ts";
import { readContent } from "./page-source.ts";

/** Exports that readers only meet in the types of others, where editors show them. */
const unlisted = new Set([
  "ErrorDetails",
  "ErrorGuard",
  "HeaderFields",
  "ListComputersOptions",
  "Resources",
  "ComputeHostClient",
  "MswHttp",
  "NoRetry",
  "WithoutSignal",
  "ProblemName",
  "OperationQueries",
  "Query",
  "Mutation",
  "ThrowingPaths",
  "OpenApiFetchClient",
  "ClientSchemas",
  "ProblemDetails",
  "TokenRequest",
]);

/** Each error has a guard, and each schema a validator: one sentence says so for all. */
const ofEach = /^(?:is[A-Z].*|\w+Schema)$/;

/** The reference of the client, from the docstrings of what it exports. The guides have the examples of functions. */
export function clientPage(): Omit<Page, "group"> {
  const texts = [...readClientDocs()].map(([entry, all]) => {
    const shown = all.filter(({ name }) => !unlisted.has(name) && !ofEach.test(name));
    const names = new Set(shown.map(({ name }) => name));
    // Every class is an error.
    const errors = shown.filter(({ kind }) => kind === "class");
    const constants = shown.filter(({ kind }) => kind === "constant");
    const others = shown.filter(({ kind }) => kind !== "class" && kind !== "constant");
    // Functions first, then what has methods.
    const functions = others.filter(({ kind }) => kind === "function");
    const types = others.filter(({ kind }) => kind !== "function");
    const ordered = [...functions, ...types.filter(hasMethods), ...types.filter((one) => !hasMethods(one))];
    const sections = ordered.map((one) => exportText(one, names));
    const lists = [linesText("Errors", errors), linesText("Constants", constants)];
    return [`## ${entry}`, ...sections, ...lists].filter(Boolean).join("\n\n");
  });
  const text = `${readContent("client.md")}\n${texts.join("\n\n")}\n`;
  return { path: "client/", title: "TypeScript client", text };
}

function hasMethods({ members }: DocumentedExport): boolean {
  return members.some(isMethod);
}

/** A section of exports for which a line each is enough, with its members below it. */
function linesText(title: string, exports: readonly DocumentedExport[]): string {
  return exports.length === 0 ? "" : `### ${title}\n\n${exports.map(lineOf).join("\n")}`;
}

function lineOf({ name, text, members }: DocumentedExport): string {
  const code = members.find((member) => member.name === "code")?.type.replaceAll('"', "") ?? "";
  // A base class has a union of codes or any text, which tells a reader nothing.
  const codeText = /^[A-Z_]+$/.test(code) ? `Code \`${code}\`. ` : "";
  // Not the name, the code and the status (a number), which every error has and its line shows.
  const isWorthALine = ({ name: member, type, text: about }: DocumentedMember) =>
    member !== "name" && member !== "code" && !/^\d+$/.test(type) && about !== "";
  return [
    `- **\`${name}\`** ${codeText}${firstSentence(text)} {#${slugify(name)}}`,
    ...members.filter(isWorthALine).map((member) => `  ${memberText(member)}`),
  ].join("\n");
}

function exportText(one: DocumentedExport, names: ReadonlySet<string>): string {
  const { name, signature, text, tags, kind, bases, members } = one;
  const parents = bases.filter((base) => names.has(base)).map((base) => `[\`${base}\`](#${slugify(base)})`);
  return [
    `### ${name}`,
    /^(?:function|type)$/.test(kind) && `\`\`\`ts ${name}\n${signature}\n\`\`\``,
    firstSentence(text),
    parents.length > 0 && `Extends ${parents.join(", ")}.`,
    tagTexts(tags),
    members
      .filter((member) => !isMethod(member))
      .map(memberText)
      .join("\n"),
    ...members.filter(isMethod).map((member) => methodText(name, member)),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** Whether a member is a method with an example, which gets its own heading. */
function isMethod({ type, tags }: DocumentedMember): boolean {
  return type.startsWith("(") && tags.some(({ name }) => name === "example");
}

/** A method of an operation, whose texts and errors the reference has. */
function methodText(owner: string, { name, type, text, tags }: DocumentedMember): string {
  const examples = tags
    .filter((tag) => tag.name === "example")
    .map((tag) => `\`\`\`ts Example\n${tag.text}\n\`\`\``);
  const signature = `\`\`\`ts ${name}\n${name}${type}\n\`\`\``;
  return [`#### ${owner}.${name}`, signature, firstSentence(text), ...examples].join("\n\n");
}

function tagTexts(tags: DocumentedExport["tags"]): string {
  const texts = tags.map(({ name, text }) => {
    if (name === "throws") return `- Throws ${oneLine(text).replace(/^\w+/, "`$&`")}`;
    return name === "returns" ? `- Returns ${oneLine(text)}` : "";
  });
  return texts.filter(Boolean).join("\n");
}

function memberText({ name, type, isOptional, text, tags }: DocumentedMember): string {
  const fallback = oneLine(tags.find((tag) => tag.name === "default")?.text ?? "");
  const about = [firstSentence(text), fallback && `Default: ${fallback}.`].filter(Boolean).join(" ");
  const start = `- **\`${name}\`** \`${type}\`${isOptional ? " optional" : ""}`;
  return about === "" ? start : `${start}: ${about}`;
}

/** The first sentence, without the format of a schema, which the generated docstring begins with. */
function firstSentence(text: string): string {
  const all = oneLine(text.replace(/^Format: \w+\.\s/, ""));
  return /^.*?\.(?= [A-Z`*]|$)/.exec(all)?.[0] ?? all;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
