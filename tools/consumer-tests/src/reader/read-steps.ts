import { posix } from "node:path";
import { withFiles } from "@compute-host/docs/page-source";
import type { Code, Paragraph, PhrasingContent, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

/** The folder that a reader is in. */
export type ReaderPlace = "clone" | "own folder";

/** What a reader of a document does next. `place` is its file and line, such as `README.md:14`. */
export type Step = { readonly place: string } & (
  | { readonly do: "go"; readonly to: ReaderPlace }
  | { readonly do: "paste" }
  | { readonly do: "paste last lines" }
  | { readonly do: "save"; readonly file: string; readonly language: string; readonly text: string }
  | { readonly do: "run"; readonly command: string }
);

/** The steps of a document, in its order. */
export interface DocumentSteps {
  readonly steps: readonly Step[];
  /** A line for each program that a reader cannot run, because the text does not say how. */
  readonly problems: readonly string[];
}

const programLanguages = /^(ts|typescript|js|javascript|mjs|py|python)$/;
const shellLanguages = /^(sh|bash|shell)$/;

/** What a paragraph, or the comments in a shell block, tells the reader to do. */
interface Instructions {
  readonly to?: ReaderPlace;
  readonly paste: boolean;
  /** The name under which the neighbouring program is saved. */
  readonly file?: string;
  readonly commands: readonly string[];
}

/**
 * Reads what a document tells its reader to do: shell blocks, programs with the name from the paragraph beside them
 * ("Save this as `list.mjs`, then run `node list.mjs`"), and whether to do it in a clone or in another folder.
 *
 * @param isCompleteShell whether lines of a shell block are a complete command
 */
export function readSteps(
  file: string,
  markdown: string,
  isCompleteShell: (lines: string) => boolean,
): DocumentSteps {
  const steps: Step[] = [];
  const problems: string[] = [];
  const blocks = proseAndCode(parse(markdown));
  const placeOf = (block: Block) => `${file}:${block.line}`;
  const told = blocks.map((block) =>
    block.node.type === "paragraph" ? instructions(block.node) : undefined,
  );
  const isProgram = (block: Block | undefined) =>
    block?.node.type === "code" && programLanguages.test(block.node.lang ?? "");

  function follow({ to, paste, commands }: Instructions, place: string): void {
    if (to !== undefined) steps.push({ place, do: "go", to });
    if (paste) steps.push({ place, do: "paste" });
    for (const command of commands) steps.push({ place, do: "run", command });
  }

  function followProgram(node: Code, index: number, place: string): void {
    // The name is in the paragraph above, or else in the one below, unless that one names the next program.
    const above = told[index - 1];
    const below = isProgram(blocks[index + 2]) ? undefined : told[index + 1];
    const named = above?.file !== undefined ? above : below?.file !== undefined ? below : undefined;
    if (named?.file === undefined) return void problems.push(`${place} shows a program without a file name`);
    const next = blocks[index + 1]?.node;
    const isRunBelow =
      next?.type === "code" &&
      shellLanguages.test(next.lang ?? "") &&
      next.value.includes(posix.basename(named.file));
    if (named.commands.length === 0 && !isRunBelow) {
      return void problems.push(`${place} shows a program without a command that runs it`);
    }
    const { to, paste } = named;
    follow({ ...(to && { to }), paste, commands: [] }, place);
    steps.push({ place, do: "save", file: named.file, language: node.lang ?? "", text: `${node.value}\n` });
    follow({ paste: false, commands: named.commands }, place);
  }

  for (const [index, block] of blocks.entries()) {
    const { node } = block;
    if (node.type === "paragraph") {
      const own = told[index];
      // The program beside it follows a paragraph with a name.
      if (own !== undefined && own.file === undefined) follow(own, placeOf(block));
    } else if (isProgram(block)) followProgram(node, index, placeOf(block));
    else if (shellLanguages.test(node.lang ?? "")) {
      for (const { text, line } of commandLines(node.value, isCompleteShell)) {
        const place = `${file}:${block.line + 1 + line}`;
        if (text.startsWith("#")) follow({ ...fromText(text), commands: [] }, place);
        else steps.push({ place, do: "run", command: text });
      }
    } else if (node.lang == null && /^(\$ )?(npm|npx|pnpm|node|curl|compute-host) /.test(node.value)) {
      problems.push(`${placeOf(block)} shows a command in a block that is not marked "sh"`);
    }
  }
  return { steps, problems };
}

/** The commands in the tables of a document, which stand in a column of that name. */
export function tableCommands(file: string, markdown: string): Step[] {
  return parse(markdown).flatMap((node) => {
    if (node.type !== "table") return [];
    const [head, ...rows] = node.children;
    const column = head?.children.findIndex(({ children: [only] }) => isText(only, "Command")) ?? -1;
    return rows.flatMap((row): Step[] =>
      (row.children[column]?.children ?? []).flatMap((child): Step[] => {
        const place = `${file}:${row.position?.start.line ?? 0}`;
        return child.type === "inlineCode" ? [{ place, do: "run", command: child.value }] : [];
      }),
    );
  });
}

const isText = (node: PhrasingContent | undefined, text: string) =>
  node?.type === "text" && node.value === text;

interface Block {
  readonly node: Paragraph | Code;
  readonly line: number;
}

function parse(markdown: string): RootContent[] {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }).children;
}

/** The paragraphs and code blocks in their order, with the files that the docs include. */
function proseAndCode(nodes: readonly RootContent[]): Block[] {
  return nodes.flatMap((node): Block[] => {
    const line = node.position?.start.line ?? 0;
    if (node.type === "code") return [{ node, line }];
    if (node.type === "list" || node.type === "listItem" || node.type === "blockquote") {
      return proseAndCode(node.children);
    }
    if (node.type !== "paragraph") return [];
    const [only] = node.children;
    const included = only?.type === "text" && only.value.startsWith("{{") ? withFiles(only.value) : "";
    if (included === "") return [{ node, line }];
    return parse(included).flatMap((child) => (child.type === "code" ? [{ node: child, line }] : []));
  });
}

function instructions({ children }: Paragraph): Instructions {
  let before = "";
  let file: string | undefined;
  const commands: string[] = [];
  const runners: string[] = [];
  for (const [index, child] of children.entries()) {
    if (child.type === "inlineCode") {
      const after = children[index + 1];
      if (/\b([Ss]ave (this|it) as|[Tt]his is)\s$/.test(before)) file = child.value;
      else if (/(^|[.,:;]\s|\bthen\s|\band\s)[Rr]un\s$/.test(before)) commands.push(child.value);
      else if (after?.type === "text" && /^\s(runs|compiles)\s/.test(after.value)) runners.push(child.value);
      before += `\`${child.value}\``;
    } else if (child.type === "text") before += child.value;
    else if ("children" in child) {
      before += child.children.map((inner) => ("value" in inner ? inner.value : "")).join("");
    }
  }
  // Beside a program, "X runs it" is a command as well; elsewhere it is a description.
  return {
    ...fromText(before),
    commands: file === undefined ? commands : [...commands, ...runners],
    ...(file !== undefined && { file }),
  };
}

function fromText(text: string): Omit<Instructions, "file"> {
  const [, inClone, inOwn] =
    /\b(in (?:a (?:fresh )?|the |your )clone\b)|\b(in a folder of your own|in your own repository|elsewhere|next to (?:a|the) clone)\b/i.exec(
      // `npm start` runs there, in another terminal.
      text.replaceAll("\n", " ").replaceAll(/\brunning in a clone\b/g, ""),
    ) ?? [];
  const to = inClone !== undefined ? "clone" : inOwn !== undefined ? "own folder" : undefined;
  return {
    ...(to !== undefined && { to }),
    paste: /\bpast(e|ing)\b[^.:]*\blines\b/i.test(text.replaceAll("\n", " ")),
    commands: [],
  };
}

/** The commands and comments of a shell block, each with its first line. */
function commandLines(
  value: string,
  isComplete: (lines: string) => boolean,
): { readonly text: string; readonly line: number }[] {
  const found: { text: string; line: number }[] = [];
  let pending = "";
  let first = 0;
  for (const [line, text] of value.split("\n").entries()) {
    if (pending === "") first = line;
    pending += pending === "" ? text : `\n${text}`;
    if (pending.trim() === "") pending = "";
    else if (pending.startsWith("#") || isComplete(pending)) {
      found.push({ text: pending.trim(), line: first });
      pending = "";
    }
  }
  if (pending !== "") found.push({ text: pending, line: first });
  return found;
}
