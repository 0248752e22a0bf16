import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CannotJudge } from "../cannot-judge.ts";
import type { Change } from "../compare/change.ts";
import { knownRules } from "./known-rules.ts";
import { runRedocly } from "./run-redocly.ts";
import { withTemporaryFolder } from "./temporary-folder.ts";

/** What `redocly diff` says of the same two files. */
export interface SecondOpinion {
  /** How many of its changes it calls breaking. */
  readonly major: number;
  /** Its breaking changes by rules that the gate does not know, and therefore follows. */
  readonly unknown: readonly Change[];
}

interface RedoclyDiff {
  readonly changes: readonly {
    readonly path: string;
    readonly verdicts: readonly {
      readonly ruleId: string;
      readonly impact: string;
      readonly message: string;
    }[];
  }[];
}

/** Runs `redocly diff` with its recommended rules, whatever the repository's own configuration says. */
export async function secondOpinion(base: string, revision: string): Promise<SecondOpinion> {
  const report = await withTemporaryFolder(async (folder) => {
    const config = join(folder, "redocly.yaml");
    writeFileSync(config, "extends:\n  - diff-recommended\ntelemetry: off\n");
    const args = ["diff", base, revision, "--config", config, "--format", "json", "--fail-on", "none"];
    const { stdout, stderr } = await runRedocly(args);
    const start = stdout.indexOf("{");
    if (start < 0)
      throw new CannotJudge(`redocly diff gave no report: ${stderr.trim().split("\n").at(-1) ?? ""}`);
    return JSON.parse(stdout.slice(start)) as RedoclyDiff;
  });
  const major = report.changes.flatMap(({ path, verdicts }) =>
    verdicts.filter(({ impact }) => impact === "major").map((verdict) => ({ ...verdict, path })),
  );
  const unknown = major.filter(({ ruleId }) => !knownRules.has(ruleId)).map(followed);
  return { major: major.length, unknown };
}

function followed({ ruleId, message, path }: { ruleId: string; message: string; path: string }): Change {
  return {
    rule: `redocly/${ruleId}`,
    impact: "major",
    who: "both",
    subjects: ["document"],
    place: path,
    message,
    instead: "keep what was there, or teach the gate this rule",
  };
}
