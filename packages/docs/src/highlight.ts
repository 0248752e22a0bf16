import { createHighlighterCore, type ThemedToken } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import bash from "shiki/langs/bash.mjs";
import json from "shiki/langs/json.mjs";
import python from "shiki/langs/python.mjs";
import typescript from "shiki/langs/typescript.mjs";
import yaml from "shiki/langs/yaml.mjs";
import { escapeHtml, Html } from "./html.ts";

/** The classes of the style sheet, by the placeholder colours of the theme below. */
const classOfColor: Readonly<Record<string, string>> = {
  "#000001": "k",
  "#000002": "s",
  "#000003": "n",
  "#000004": "c",
  "#000005": "f",
};

const tokenColor = Object.fromEntries(Object.entries(classOfColor).map(([color, name]) => [name, color]));

/** A theme whose colours stand for classes, so the page contains no inline styles. */
const theme = {
  name: "classes",
  type: "light" as const,
  fg: "#000000",
  bg: "#ffffff",
  settings: [
    { scope: ["keyword", "storage", "keyword.operator.new"], settings: { foreground: tokenColor.k ?? "" } },
    { scope: ["keyword.operator"], settings: { foreground: "#000000" } },
    { scope: ["string", "punctuation.definition.string"], settings: { foreground: tokenColor.s ?? "" } },
    { scope: ["constant", "variable.language"], settings: { foreground: tokenColor.n ?? "" } },
    { scope: ["comment", "punctuation.definition.comment"], settings: { foreground: tokenColor.c ?? "" } },
    {
      scope: [
        "entity.name.function",
        "support.function",
        "support.type.property-name",
        "punctuation.support.type.property-name",
        "entity.name.tag.yaml",
        "constant.other.option",
      ],
      settings: { foreground: tokenColor.f ?? "" },
    },
  ],
};

const highlighter = await createHighlighterCore({
  themes: [theme],
  langs: [bash, json, python, typescript, yaml],
  engine: createJavaScriptRegexEngine(),
});

const languages: Readonly<Record<string, string>> = {
  sh: "bash",
  bash: "bash",
  json: "json",
  py: "python",
  python: "python",
  ts: "typescript",
  typescript: "typescript",
  yaml: "yaml",
};

const shown = new Map<string, Html>();

/** Code as HTML, with a class on each token; plain text if the language is unknown. Pages repeat examples, so it keeps them. */
export function highlight(code: string, language: string): Html {
  const lang = languages[language];
  if (lang === undefined) return new Html(escapeHtml(code));
  const key = `${lang} ${code}`;
  const made = shown.get(key) ?? highlighted(code, lang);
  shown.set(key, made);
  return made;
}

function highlighted(code: string, lang: string): Html {
  const lines = highlighter.codeToTokensBase(code.trimEnd(), { lang, theme: "classes" });
  return new Html(lines.map((tokens) => joined(tokens).map(tokenSpan).join("")).join("\n"));
}

interface Run {
  readonly className: string | undefined;
  readonly text: string;
}

/** Merges adjacent tokens of the same class; white space joins the token before it. */
function joined(tokens: readonly ThemedToken[]): Run[] {
  const runs: Run[] = [];
  for (const { color, content } of tokens) {
    const className = classOfColor[color?.toLowerCase() ?? ""];
    const last = runs.at(-1);
    if (last !== undefined && (last.className === className || content.trim() === "")) {
      runs[runs.length - 1] = { className: last.className, text: last.text + content };
    } else runs.push({ className: content.trim() === "" ? undefined : className, text: content });
  }
  return runs;
}

function tokenSpan({ className, text }: Run): string {
  return className === undefined ? escapeHtml(text) : `<span class="${className}">${escapeHtml(text)}</span>`;
}
