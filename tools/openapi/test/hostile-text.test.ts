import ts from "typescript";
import { expect, test } from "vitest";
import { checkedSources } from "../src/generate/checked-sources.ts";
import { added, type Change, changedText, errors, field, object, parameter } from "./changes/change.ts";

const code = "globalThis.PWNED = 1";

/** Puts a text wherever the grammar allows any. */
function withText(text: string): Change[] {
  const said = { description: text };
  const string = { type: "string", ...said };
  const properties = {
    open: { ...string, "x-extensible-enum": ["a", text], examples: [text] },
    closed: { ...string, enum: ["a", text], default: text },
    constant: { ...string, const: text },
    constants: { ...said, oneOf: [{ const: text, ...said }] },
    map: { type: "object", ...said, additionalProperties: string },
    object: object({ inner: string }, { ...said, examples: [{ inner: text }], default: { inner: text } }),
    list: { type: "array", ...said, items: string, examples: [[text]] },
  };
  const value = { open: text, closed: text, constant: text, constants: text, map: { [text]: text } };
  const media = { schema: object(properties, said), examples: { a: { summary: text, ...said, value } } };
  const content = { "application/json": media };
  const headers = { "X-Text": { ...said, schema: string, example: text } };
  const operation = {
    ...{ summary: text, ...said, requestBody: { ...said, content } },
    responses: { "200": { ...said, headers, content }, ...errors },
  };
  const settings: Change = (spec) => {
    Object.assign(spec.info, { title: text, version: text, summary: text });
    for (const part of [
      spec.info,
      spec.tags[0],
      spec.servers[0],
      ...Object.values<object>(spec.components.schemas),
    ])
      Object.assign(part, said);
    for (const response of Object.values<object>(spec.components.responses)) Object.assign(response, said);
  };
  return [
    settings,
    field({ texts: properties.open }),
    added(operation),
    parameter("text", { ...string, enum: ["a", text] }, { ...said, example: text }),
    parameter("X-Text", string, { in: "header", ...said, example: text }),
  ];
}

/** The names in a program, and the tags in its comments. */
function namesIn(source: string): string[] {
  const file = ts.createSourceFile("a.ts", source, ts.ScriptTarget.Latest, true);
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.push(node.text);
    names.push(...ts.getJSDocTags(node).map(({ tagName }) => `@${tagName.text}`));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

// A text may come from anyone: it must not become code, nor a tag of a comment.
test.each([
  `*/ ${code}; /*`,
  `*/ }; ${code}; ({ /*`,
  `"; ${code}; "`,
  `' + (${code}) + '`,
  `\`\${${code}}\``,
  `"]: (${code}), ["`,
  ...["\n", "\r\n", "\u2028", "\u2029"].map((end) => `a${end}${code};${end}@PWNED${end}`),
  "@PWNED {@link PWNED {@PWNED",
  "\\",
  "</script>",
  "__proto__",
])("%j stays a text", async (text) => {
  const sources = await checkedSources(changedText(...withText(text)), "spec/openapi.yaml", "make");
  for (const [path, source] of Object.entries(sources).filter(([name]) => name.endsWith(".ts")))
    expect(
      namesIn(source).filter((name) => name.includes("PWNED")),
      path,
    ).toEqual([]);
});

test("an example is the same in the samples", async () => {
  const text = `a */ "\u2028 \${} \\`;
  const sources = await checkedSources(changedText(...withText(text)), "spec/openapi.yaml", "make");
  const [, literal = ""] =
    /addThing: \{ status: 200, headers: .*?, body: (\{.*?\n {2}\}) \},\n/s.exec(
      sources["packages/client/src/testing/samples.gen.ts"] ?? "",
    ) ?? [];
  expect(JSON.parse(literal)).toMatchObject({ open: text, map: { [text]: text } });
});
