import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, test } from "vitest";
import { descriptionOf, object } from "../api.ts";
import { createRepository } from "./repository.ts";
import { runCli } from "./run-cli.ts";

const forged =
  "a\n\n# All clear\n\n![x](https://e.example/p.png)\r::add-mask::a\u2028::debug::b\u001b[2J\u0085\u202e" +
  "<img src=x> `b``@x` `` c | @team me@e.example www.e.example #1 ##[add-mask]d **e** &lt; $x$";
const file = "api/# All clear ![x](y) @team `|`.json";
const string = { type: "string" };
const api = (properties: object, version: string) =>
  JSON.stringify({
    ...descriptionOf({
      response: object({ ...properties, b: { enum: [forged, ...Object.keys(properties)] } }),
    }),
    info: { title: "T", version },
  });

/** A repository with the forged text wherever a text can come from. */
const before = api({ [forged]: string }, `1.0.0 ${forged}`);
const { folder, write } = createRepository({ [file]: before, "api/b.json": before });
const acceptance = (operation: string) =>
  JSON.stringify({
    description: file,
    rule: "operation-removed",
    operation,
    place: forged,
    reason: forged,
    until: "9.0.0",
  });
write({
  [file]: api({}, `1.0.1 ${forged}`),
  "spec-gate-accepted/a.yaml": acceptance(`::add-mask::${forged}`),
  "spec-gate-accepted/b.yaml": acceptance(`1. ${forged}`),
  "# p @team.yaml": "rules: { response-values-removed: 'off' }\n",
});

function report(format: string) {
  const args = ["--base-ref", "HEAD", "--policy", "# p @team.yaml", "--format", format];
  return runCli(["check", "api", ...args], folder);
}

const hidden = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

function nodesOf(markdown: string): Nodes[] {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const all = (node: Nodes): Nodes[] => [node, ...("children" in node ? node.children.flatMap(all) : [])];
  return all(tree);
}
const textIn = (node: Nodes): string =>
  "children" in node ? node.children.map(textIn).join("") : "value" in node ? node.value : "";

describe("a text of a description, a file name or a decision", () => {
  test.each(["markdown", "changelog"])("renders only as text in %s", async (format) => {
    const { code, stdout } = await report(format);
    expect(code).toBe(1);
    const nodes = nodesOf(stdout);
    const types = new Set(nodes.map(({ type }) => type));
    const plain = ["root", "heading", "paragraph", "text", "inlineCode", "strong", "list", "listItem"];
    expect([...types].filter((type) => !plain.includes(type))).toEqual([]);
    const headings = nodes.filter(({ type }) => type === "heading").map(textIn);
    expect(headings.filter((each) => each.startsWith("All clear"))).toEqual([]);
    const texts = nodes.flatMap((node) => (node.type === "text" ? [node.value] : []));
    expect(texts.filter((each) => /@team|@e\.example|www\.|https:|#1/.test(each))).toEqual([]);
    expect(texts.filter((each) => hidden.test(each.replaceAll("\n", "")))).toEqual([]);
    // Nothing is lost.
    expect(stdout).toContain("a\\n\\n# All clear\\n\\n![x](https://e.example/p.png)\\r::add-mask::a\\u2028");
  });

  test.each(["text", "junit", "sarif"])("has no hidden character in %s", async (format) => {
    const { stdout } = await report(format);
    const lines = stdout.split("\n");
    expect(lines.filter((line) => hidden.test(line))).toEqual([]);
    if (format === "junit") expect(stdout).not.toContain("<img");
    expect(stdout).toMatch(/a\\{1,2}n\\{1,2}n# All clear/);
  });

  test.each(["text", "github-actions"])("does not command GitHub in %s", async (format) => {
    const { stdout, stderr } = await report(format);
    const commands = /^\s*::(?!error |warning |notice ).*|^(?!::).*##\[.*/gm;
    expect(stdout.match(commands)).toBeNull();
    expect(stderr.match(commands)).toBeNull();
    if (format === "text") expect(stdout).not.toMatch(/^\s*::/m);
    expect([stdout, stderr].join("").replaceAll("\n", "")).not.toMatch(hidden);
  });

  test("is in an error message, but does nothing there", async () => {
    const { folder, write } = createRepository({});
    write({ "a.json": JSON.stringify({ swagger: `\u001b[2J##[add-mask]${forged}` }) });
    const { code, stderr } = await runCli(["diff", "a.json", "a.json"], folder);
    expect(code).toBe(2);
    expect(stderr.trim()).not.toMatch(hidden);
    expect(stderr).not.toContain("##[");
  });
});
