import ts from "typescript";
import { expect, test } from "vitest";
import { checkedSources } from "../src/generate/checked-sources.ts";
import { tourDescription } from "./tour/tour.ts";

const code = "globalThis.PWNED = 1";

const tour = JSON.stringify(await tourDescription());

/** The tour with a text in its descriptions, as a value of each kind, and as the key of a map. */
function tourWith(text: string): string {
  const says = /^(?:title|version|summary|description|bearerFormat)$/;
  const valued = tour.replaceAll(/"(?:small|fast|acme|backup|root|v0)"/g, () => JSON.stringify(text));
  const inWords = (key: string, value: unknown) =>
    says.test(key) && typeof value === "string" ? `${text}${value}${text}` : value;
  return JSON.stringify(JSON.parse(valued, inWords), undefined, 2);
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

// A text may come from anyone: it must become neither code nor a tag of a comment.
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
])("%j stays a text", (text) => {
  const sources = checkedSources(tourWith(text), "spec/openapi.yaml");
  for (const [path, source] of Object.entries(sources).filter(([name]) => name.endsWith(".ts")))
    expect(
      namesIn(source).filter((name) => name.includes("PWNED")),
      path,
    ).toEqual([]);
});

test("an example is the same in the samples", async () => {
  const text = `a */ "\u2028 \${} \\`;
  const sources = checkedSources(tourWith(text), "spec/openapi.yaml");
  const program = ts.transpile(sources["packages/client/src/testing/samples.gen.ts"] ?? "", {
    module: ts.ModuleKind.ESNext,
  });
  const { samples } = await import(`data:text/javascript,${encodeURIComponent(program)}`);
  expect(samples.Shapes.sendShapes).toMatchObject({
    kinds: { api: text, size: text },
    sources: { [text]: { kind: "template" } },
  });
});
