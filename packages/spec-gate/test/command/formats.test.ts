import { describe, expect, test } from "vitest";
import type { SettledChange } from "../../src/decide/settle.ts";
import { formatReport } from "../../src/report/report.ts";
import type { Report } from "../../src/report/report-data.ts";

const change: SettledChange = {
  rule: "response-property-removed",
  impact: "major",
  who: "readers",
  subjects: ["GET /things"],
  place: "response 200 › a, b: 100 %\n\u0007<c>",
  message: "the property is no longer sent",
  instead: "keep it",
  location: { file: "api/a b.yaml", line: 3, column: 5 },
};
const report: Report = {
  base: "main",
  revision: "api/openapi.yaml",
  impact: "major",
  changes: [
    change,
    { ...change, place: "x", accepted: { reasons: ["meant"], until: ["2.0.0"] } },
    { ...change, place: "y", location: { file: "api/openapi.yaml", line: 9, column: 1, side: "base" } },
  ],
  version: { base: "1.0.0", revision: "1.0.0", required: "2.0.0", isEnough: false },
  error: "a & <b>",
  exitCode: 2,
};

describe("SARIF", () => {
  const { version, runs } = JSON.parse(formatReport(report, "sarif"));
  const [{ results, tool }] = runs;
  const of = (id: string) => results.filter(({ ruleId }: { ruleId: string }) => ruleId === id);

  test("has a result with a location for each change, the version and what has no verdict", () => {
    expect(version).toBe("2.1.0");
    expect(results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual([
      ...Array(3).fill("response-property-removed"),
      "no-verdict",
      "info-version",
    ]);
    for (const { ruleId, ruleIndex, locations } of results) {
      expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
      expect(locations[0].physicalLocation.artifactLocation.uri).toMatch(/^api\/[a-z%0-9]+\.yaml$/);
    }
    expect(of("response-property-removed")[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: "api/a%20b.yaml" },
      region: { startLine: 3, startColumn: 5 },
    });
  });

  test("explains its rules", () => {
    expect(tool.driver.rules[0]).toMatchObject({
      helpUri: expect.stringMatching(/docs\/policies\.md$/),
      help: { text: "Instead: keep it." },
    });
  });

  test("suppresses accepted changes, with the reason", () => {
    expect(
      of("response-property-removed").map((each: { suppressions?: unknown }) => each.suppressions),
    ).toEqual([undefined, [{ kind: "external", status: "accepted", justification: "meant" }], undefined]);
  });
});

describe("JUnit", () => {
  const xml = formatReport(report, "junit");

  test("counts failures, errors and accepted changes", () => {
    expect(xml).toContain('<testsuites name="spec-gate" tests="5" failures="3" errors="1">');
    expect(xml).toContain('skipped="1"');
    expect(xml).toMatch(/<skipped message="breaks readers; accepted until 2\.0\.0: meant">/);
    expect(xml).toMatch(/classname="verdict"><error message="a &amp; &lt;b&gt;"><\/error><\/testcase>/);
  });

  test("contains no character that XML does not allow", () => {
    expect(xml).not.toContain("\u0007");
    expect(xml).toContain("a, b: 100 %\\n\\u0007&lt;c&gt;");
  });
});

describe("annotations", () => {
  const lines = formatReport(report, "github-actions").split("\n");

  test("are escaped, text and properties", () => {
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^::error file=api\/a b\.yaml,line=3,col=5,title=response-property-removed::.*a, b: 100 %25\\n\\u0007<c>/,
      ),
    );
    const odd = {
      ...change,
      location: { file: "x,y.yaml", line: 4, column: 1 },
      rule: "a:b,c" as "not-judged",
    };
    expect(formatReport({ ...report, changes: [odd] }, "github-actions")).toContain(
      "::error file=x%2Cy.yaml,line=4,col=1,title=a%3Ab%2Cc::",
    );
  });

  test("have no line if only the base has the place", () => {
    expect(lines).toContainEqual(expect.stringMatching(/^::error file=api\/openapi\.yaml,title=.* › y: /));
  });

  test("begin with what has no verdict and the version", () => {
    expect(lines.slice(0, 2).map((line) => line.split("::")[1])).toEqual([
      "error file=api/openapi.yaml,title=Spec gate",
      "error file=api/openapi.yaml,title=info.version",
    ]);
  });
});

test.each(["markdown", "changelog"] as const)("%s has a heading for deprecations", (format) => {
  const announced = { ...change, rule: "deprecation-announced", impact: "minor" } as const;
  const text = formatReport({ ...report, impact: "minor", changes: [announced] }, format);
  expect(text.match(/^### .*/gm)).toContain("### Deprecated");
  expect(text).not.toContain("### Added");
});
