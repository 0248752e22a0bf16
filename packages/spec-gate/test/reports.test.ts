import { describe, expect, test } from "vitest";
import type { Parts } from "../corpus/load-fragments.ts";
import type { GatePolicy } from "../src/decide/policy-file.ts";
import { settle } from "../src/decide/settle.ts";
import type { JsonObject } from "../src/json-value.ts";
import { headline } from "../src/report/headline.ts";
import { formatReport } from "../src/report/report.ts";
import type { Report } from "../src/report/report-data.ts";
import { json, object, verdictOf } from "./api.ts";

const { changes } = verdictOf(
  { response: object({ a: { type: "string" }, b: { type: "string" } }) },
  { response: object({ a: { type: "string" } }) },
);
const lowered = changes.map((change) => ({ ...change, impact: "minor", defaultImpact: "major" }) as const);
const breaking: Report = { base: "main", revision: "api.yaml", impact: "major", changes, exitCode: 1 };

describe("a report of 60 descriptions", () => {
  const quiet = Array.from({ length: 58 }, (_, index) => {
    return {
      base: "main",
      revision: `apis/${index}.yaml`,
      impact: "none",
      changes: [],
      exitCode: 0,
    } as const;
  });
  const broken: Report = { ...breaking, revision: "apis/broken.yaml" };
  const unread: Report = {
    ...breaking,
    changes: [],
    revision: "apis/no.yaml",
    error: "not YAML",
    exitCode: 2,
  };
  const all = [...quiet.slice(0, 50), broken, ...quiet.slice(50), unread];

  test.each(["text", "markdown", "github-actions"] as const)("begins with the findings as %s", (format) => {
    const lines = formatReport(all, format).split("\n");
    const first = lines.slice(0, 20).join("\n");
    expect(first).toContain("response-property-removed");
    expect(first).toContain("not YAML");
    expect(lines.filter((line) => line.includes("apis/57.yaml"))).toHaveLength(1);
  });
});

test("Markdown has the rule, and the file with the line, of each change", () => {
  expect(formatReport(breaking, "markdown")).toMatch(/`response-property-removed` at `.*\.yaml:1`/);
});

test.each(["markdown", "changelog"] as const)(
  "a break that the policy lowers is not an addition in %s",
  (format) => {
    const text = formatReport({ ...breaking, impact: "minor", changes: lowered }, format);
    expect(text).not.toContain("### Added");
    expect(text).toMatch(/### (?:Lowered by the policy|Breaking)/);
  },
);

test("JUnit has no passing case that says that something breaks", () => {
  const passing = formatReport(breaking, "junit")
    .split("\n")
    .filter((line) => line.endsWith('"/>'));
  expect(passing).not.toEqual([]);
  expect(passing.join("\n")).not.toMatch(/break/i);
});

test("a version asked for by an unjudged change says so", () => {
  const version = { base: "1.0.0", revision: "1.0.0", required: "2.0.0", isEnough: false };
  const policy = { file: "spec-gate.yaml", breaking: "with-version", off: 0, exempt: 0 } as const;
  const report: Report = { ...breaking, impact: "not-judged", version, policy };
  expect(headline(report)).toBeTruthy();
  expect(formatReport(report, "text")).toContain("; an unjudged change requires 2.0.0");
});

describe("what is shared changes once", () => {
  const operation = { responses: {}, parameters: [{ $ref: "#/components/parameters/P" }] };
  const of = (parameter: JsonObject, operations = operation): Parts => ({
    paths: Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`/r${at}`, { get: operations }])),
    components: { parameters: { P: parameter } },
  });
  const parameter = { name: "p", in: "query", schema: { type: "string" } };

  test.each<[string, Parts]>([
    ["is in another place", of({ ...parameter, in: "header" })],
    ["has another name", of({ ...parameter, name: "q" })],
    ["is gone", { ...of(parameter, { ...operation, parameters: [] }), components: {} }],
    ["is required", of({ ...parameter, required: true })],
  ])("a parameter of 25 operations that %s is one entry", (_name, after) => {
    const major = verdictOf(of(parameter), after).changes.filter(({ impact }) => impact === "major");
    expect(major.map(({ subjects }) => subjects.length)).toEqual([25]);
  });
});

test("a path variable that is declared now breaks nobody", () => {
  const of = (parameters: JsonObject[]): Parts => ({
    paths: { "/a/{id}": { get: { parameters, responses: {} } } },
  });
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  expect(verdictOf(of([]), of([id])).impact).toBe("minor");
});

describe("removal: after-sunset", () => {
  const policy: GatePolicy = { file: "", rules: {}, breaking: "forbidden", removal: "after-sunset" };
  const of = (mark: JsonObject): Parts => ({
    response: object({ a: { type: "string", ...mark } }),
    paths: {
      "/b": { get: { responses: {}, ...mark } },
      "/a": { get: { responses: { 200: { description: "", content: json(object({ a: { ...mark } })) } } } },
    },
  });
  const gone: Parts = {
    paths: { "/a": { get: { responses: { 200: { description: "", content: json(object({})) } } } } },
  };
  const impactOf = (mark: JsonObject, by?: GatePolicy) =>
    settle(verdictOf(of(mark), gone).changes, { policy: by, version: "1.0.0" }).impact;

  test.each<[string, JsonObject, string]>([
    ["has passed", { deprecated: true, "x-sunset": "2020-12-31" }, "minor"],
    ["has passed at a time", { deprecated: true, "x-sunset": "2020-12-31T00:00:00Z" }, "minor"],
    ["is to come", { deprecated: true, "x-sunset": "2999-12-31" }, "major"],
    ["is not that of something deprecated", { "x-sunset": "2020-12-31" }, "major"],
    ["is missing", { deprecated: true }, "major"],
  ])("a removal whose date %s", (_name, mark, impact) => {
    expect(impactOf(mark, policy)).toBe(impact);
    expect(impactOf(mark)).toBe("major");
  });

  test("a date that the same change adds does not count", () => {
    const sunset = { deprecated: true, "x-sunset": "2020-12-31" };
    const later = { paths: { ...gone.paths, "/c": { get: { responses: {}, ...sunset } } } };
    expect(settle(verdictOf(of({ deprecated: true }), later).changes, { policy, version: "1" }).impact).toBe(
      "major",
    );
  });
});
