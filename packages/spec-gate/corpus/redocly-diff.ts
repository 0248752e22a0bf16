import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runRedocly } from "../src/redocly/run-redocly.ts";
import { withTemporaryFolder } from "../src/redocly/temporary-folder.ts";

/** A change that `redocly diff` calls breaking. */
export interface RedoclyVerdict {
  readonly ruleId: string;
  readonly message: string;
  /** The JSON Pointer of the place. */
  readonly path: string;
}

interface RedoclyReport {
  readonly changes: readonly {
    readonly path: string;
    readonly verdicts: readonly (Omit<RedoclyVerdict, "path"> & { readonly impact: string })[];
  }[];
}

/** Runs `redocly diff` with its recommended rules, regardless of any configuration in the working directory. */
export async function redoclyDiff(base: string, revision: string): Promise<RedoclyVerdict[]> {
  return withTemporaryFolder(async (folder) => {
    const config = join(folder, "redocly.yaml");
    writeFileSync(config, "extends:\n  - diff-recommended\ntelemetry: off\n");
    const args = ["diff", base, revision, "--config", config, "--format", "json", "--fail-on", "none"];
    const { stdout, stderr } = await runRedocly(args);
    const start = stdout.indexOf("{");
    if (start < 0)
      throw new Error(`redocly diff printed no report: ${stderr.trim().split("\n").at(-1) ?? ""}`);
    const { changes } = JSON.parse(stdout.slice(start)) as RedoclyReport;
    return changes.flatMap(({ path, verdicts }) =>
      verdicts
        .filter(({ impact }) => impact === "major")
        .map(({ ruleId, message }) => ({ ruleId, message, path })),
    );
  });
}
