import { describe, expect, test } from "vitest";
import { changelogProblems, readEntries, withDate, withEntry } from "./changelog.ts";

const sampleChangelog = `# Changes

## 0.2.0

### Minor Changes

- Told by people.

### Interface

- \`hostId\` was added.

## 0.1.0

### Interface

First version.
`;

describe("a changelog", () => {
  test("is read as entries, newest first, each with the gate's part", () => {
    expect(readEntries(sampleChangelog)).toEqual([
      { version: "0.2.0", interfaceChanges: "- `hostId` was added." },
      { version: "0.1.0", interfaceChanges: "First version." },
    ]);
  });

  test("passes if the newest entry has the gate's list", () => {
    expect(changelogProblems(sampleChangelog, "0.2.0", "- `hostId` was added.\n")).toEqual([]);
  });

  test.each([
    [
      "the version has no entry",
      sampleChangelog,
      "0.3.0",
      /newest entry is for 0\.2\.0, but info\.version is 0\.3\.0/,
    ],
    ["there is no entry at all", "# Changes\n", "0.1.0", /newest entry is missing/],
    ["the list was edited", sampleChangelog.replace("was added", "came"), "0.2.0", /not the gate's/],
    [
      "the list is missing",
      sampleChangelog.replace("### Interface\n\n- `", "### Other\n\n- `"),
      "0.2.0",
      /has no part/,
    ],
  ])("fails if %s", (_case, changelog, version, says) => {
    const [problem = ""] = changelogProblems(changelog, version, "- `hostId` was added.");
    expect(problem).toMatch(says);
    expect(problem).toContain("run `pnpm spec:version 0.");
  });
});

describe("writing an entry", () => {
  test("replaces the sentence that a release without notes gets", () => {
    const empty = "# Changes\n\n## 0.2.0\n\nNo changes in this release.\n";
    expect(withEntry(empty, "0.2.0", "- One.")).toBe("# Changes\n\n## 0.2.0\n\n### Interface\n\n- One.\n");
  });

  test("dates the newest entry, once", () => {
    const dated = withDate(withDate(sampleChangelog, "2026-01-30"), "2026-02-01");
    expect(dated).toContain("## 0.2.0\n\n_2026-02-01_\n\n### Minor Changes");
    expect(dated).toContain("## 0.1.0\n\n### Interface");
    expect(readEntries(dated)).toEqual(readEntries(sampleChangelog));
    expect(withEntry(dated, "0.2.0", "- Something else.")).toContain("_2026-02-01_");
  });

  test("puts a new version first and keeps the others", () => {
    const written = withEntry(sampleChangelog, "0.3.0", "- Something.");
    expect(readEntries(written).map(({ version }) => version)).toEqual(["0.3.0", "0.2.0", "0.1.0"]);
    expect(changelogProblems(written, "0.3.0", "- Something.")).toEqual([]);
    expect(written).toContain("- Told by people.");
  });

  test("only replaces the gate's list if the version has an entry", () => {
    const written = withEntry(sampleChangelog, "0.2.0", "- Something else.");
    expect(written).toContain("- Told by people.");
    expect(written).not.toContain("was added");
    expect(changelogProblems(written, "0.2.0", "- Something else.")).toEqual([]);
    expect(readEntries(written)[1]?.interfaceChanges).toBe("First version.");
  });

  test.each(["0.2.0", "0.3.0"])("changes nothing the second time, for %s", (version) => {
    const once = withEntry(sampleChangelog, version, "- Something.");
    expect(withEntry(once, version, "- Something.")).toBe(once);
  });

  test("starts an empty changelog", () => {
    expect(withEntry("# Changes\n", "0.1.0", "First version.")).toBe(
      "# Changes\n\n## 0.1.0\n\n### Interface\n\nFirst version.\n",
    );
  });
});
