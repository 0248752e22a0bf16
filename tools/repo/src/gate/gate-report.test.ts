import { describe, expect, test } from "vitest";
import { gateOptions } from "./gate-options.ts";
import { exitCodeOf, markdownReport, partReport, type StepOutcome } from "./gate-report.ts";

const outcome = (name: string, exitCode: number, stdout = "", stderr = ""): StepOutcome => ({
  name,
  seconds: 1.25,
  result: { exitCode, stdout, stderr },
});

describe("the exit code", () => {
  test.each([
    [[0, 0], 0],
    [[0, 1], 1],
    [[1, 2], 2],
    [[0, 127], 2],
  ])("of parts that end with %j is %i", (codes, expected) => {
    expect(exitCodeOf(codes.map((code) => outcome("part", code)))).toBe(expected);
  });
});

describe("the report for a pull request", () => {
  test("says at once whether the gate is open, then each part", () => {
    const report = markdownReport([
      outcome("Lint", 0, "fine"),
      outcome("Changes", 1, "broken", "one breaking change"),
    ]);
    expect(report).toMatch(/^## The spec gate is closed\n/);
    expect(report).toContain("| Lint | passed |");
    expect(report).toContain("| Changes | FAILED |");
    expect(report).toContain("<details open><summary>Changes</summary>\n\nbroken");
    expect(report).toContain("one breaking change");
  });

  test("opens when every part passed", () => {
    expect(markdownReport([outcome("Lint", 0)])).toMatch(/^## The spec gate is open\n/);
  });
});

describe("what is printed of a part", () => {
  test("is an annotation for a workflow", () => {
    const text = partReport(outcome("Lint", 1, "", "spec is invalid\nmore"), "github-actions");
    expect(text).toContain("::error title=Spec gate::Lint failed: spec is invalid\n");
  });

  test("is its verdict, time and words otherwise", () => {
    expect(partReport(outcome("Lint", 2, "", "no base"), "text")).toBe(
      "COULD NOT JUDGE  Lint (1.3 s)\n  no base\n",
    );
  });
});

describe("the command line", () => {
  test("takes its usual values", () => {
    expect(gateOptions(["--revision", "package.json"])).toMatchObject({
      revision: "package.json",
      format: "text",
    });
  });

  test.each([
    [
      ["--format", "pdf", "--revision", "package.json"],
      /pdf is no format; choose text, markdown, github-actions/,
    ],
    [["--revision", "nothing.yaml"], /nothing\.yaml does not exist/],
    [["--bsae", "x"], /Unknown option '--bsae'/],
  ])("refuses %j", (args, says) => {
    expect(() => gateOptions(args)).toThrow(says);
  });
});
