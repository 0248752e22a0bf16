import { expect, test } from "vitest";
import { compareGraph } from "./package-graph.ts";

const one = (name: string, ...dependencies: string[]) => ({
  name,
  folder: name,
  scripts: [],
  commands: [],
  dependencies,
});
const workspace = {
  root: "/nowhere",
  files: [],
  packages: [one("@compute-host/spec"), one("@compute-host/types", "@compute-host/spec")],
};
const page = (...arrows: string[]) => `# A\n\n\`\`\`mermaid\ngraph LR\n  ${arrows.join("\n  ")}\n\`\`\`\n`;

test("accepts the real graph", () => {
  expect(compareGraph(workspace, page("types --> spec"))).toEqual([]);
});

test("reports a missing arrow", () => {
  expect(compareGraph(workspace, page())).toEqual(["ARCHITECTURE.md lacks the arrow types --> spec"]);
});

test("reports an arrow that is not a dependency", () => {
  expect(compareGraph(workspace, page("types --> spec", "spec --> types"))).toEqual([
    "ARCHITECTURE.md draws spec --> types, which is not a dependency",
  ]);
});

test("reports a page without a graph", () => {
  expect(compareGraph(workspace, "# A\n")).toEqual(["ARCHITECTURE.md has no Mermaid graph"]);
});
