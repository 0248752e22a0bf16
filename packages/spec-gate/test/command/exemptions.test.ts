import { describe, expect, test } from "vitest";
import { readPolicy } from "../../src/decide/policy-file.ts";
import { diff } from "../../src/diff.ts";
import { json } from "../api.ts";
import { temporaryFiles } from "../temporary-files.ts";

const { write } = temporaryFiles();

const list = (more: object = {}) => ({
  operationId: "a",
  responses: { 204: { description: "None." } },
  ...more,
});
const api = (paths: object, more: object = {}) => ({
  openapi: "3.1.0",
  info: { title: "T", version: "1.0.0" },
  paths,
  ...more,
});

const verdict = async (policy: string, before: object, after: object) =>
  diff({
    base: write("base.json", before),
    revision: write("revision.json", after),
    policy: readPolicy(write("policy.yaml", policy)),
  });

describe("an exempt operation", () => {
  test.each<[policy: string, operation: object, path: string, item?: object]>([
    ["extensions: { x-internal: true }", { "x-internal": true }, "/a"],
    ["extensions: { x-internal: true }", {}, "/a", { "x-internal": true }],
    ["extensions: { x-stability-level: [draft, alpha] }", { "x-stability-level": "alpha" }, "/a"],
    ["tags: [beta]", { tags: ["things", "beta"] }, "/a"],
    ["paths: [/internal/**]", {}, "/internal/a/b"],
    ["paths: ['/internal/*']", {}, "/internal/{id}"],
  ])("may change and go: %s", async (exempt, operation, path, item = {}) => {
    const before = api({ [path]: { ...item, get: list(operation) } });
    for (const after of [api({}), api({ [path]: { get: list({ operationId: "b" }) } })]) {
      const { impact, policy } = await verdict(`exempt: { ${exempt} }`, before, after);
      expect(impact).not.toMatch(/major|minor/);
      expect(policy?.exempt).toBeGreaterThan(0);
      expect((await verdict("{}", before, after)).impact).toBe("major");
    }
  });

  test.each<[policy: string, operation: object, path: string]>([
    ["extensions: { x-internal: true }", { "x-internal": false }, "/a"],
    ["extensions: { x-stability-level: [alpha] }", { "x-stability-level": "stable" }, "/a"],
    ["tags: [beta]", { tags: ["betas"] }, "/a"],
    ["paths: ['/internal/*']", {}, "/internal/a/b"],
    ["paths: [/a.b]", {}, "/axb"],
  ])("is only the one that is named: %s", async (exempt, operation, path) => {
    const before = api({ [path]: { get: list(operation) } });
    expect((await verdict(`exempt: { ${exempt} }`, before, api({}))).impact).toBe("major");
  });

  test("is one in the base: a mark in the revision comes too late", async () => {
    const after = api({ "/a": { get: list({ operationId: "b", "x-internal": true }) } });
    const { impact } = await verdict(
      "exempt: { extensions: { x-internal: true } }",
      api({ "/a": { get: list() } }),
      after,
    );
    expect(impact).toBe("major");
  });

  test("leaves the others of a shared part", async () => {
    const shared = { description: "Ok.", content: json({ $ref: "#/components/schemas/A" }) };
    const get = list({ responses: { 200: shared } });
    const of = (type: string) =>
      api({ "/a": { get }, "/internal": { get } }, { components: { schemas: { A: { type } } } });
    const { changes } = await verdict("exempt: { paths: [/internal] }", of("string"), of("integer"));
    expect(changes.filter(({ impact }) => impact === "major").map(({ subjects }) => subjects)).toEqual([
      ["GET /a"],
    ]);
  });
});

test.each([
  ["exempt: [a]", /:1: `exempt` must be a map/],
  ["exempt: { labels: [a] }", /unknown exemption labels; choose extensions, paths or tags/],
  ["exempt: { tags: beta }", /tags must be a list of texts/],
  ["exempt: { extensions: { internal: true } }", /internal is not an extension/],
  ["exempt: { extensions: [x-internal] }", /extensions must map each extension/],
])("a policy with %s is refused", (text, says) => {
  expect(() => readPolicy(write("policy.yaml", text))).toThrow(says);
});
