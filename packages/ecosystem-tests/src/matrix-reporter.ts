import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

/** A row of the matrix: subject, version and method. */
export interface MatrixRow {
  /** Such as `Node 20` or `TypeScript 6.0`. */
  readonly subject: string;
  /** The version it printed. */
  readonly version: string;
  /** How it loaded the client, such as `import` or `moduleResolution bundler`. */
  readonly how: string;
}

declare module "vitest" {
  interface TaskMeta {
    /** Set by a test that represents a cell of the matrix. */
    matrix?: MatrixRow;
  }
}

type Outcome = MatrixRow & { passed: boolean };

function toTable(outcomes: Outcome[]): string {
  const merged = new Map<string, { subject: string; version: string; ways: string[] }>();
  for (const { subject, version, how, passed } of outcomes) {
    const row = merged.get(subject) ?? { subject, version, ways: [] };
    row.ways.push(`${passed ? "✓" : "✗"} ${how}`);
    merged.set(subject, row);
  }
  const rows = [...merged.values()]
    .sort((a, b) => a.subject.localeCompare(b.subject, "en", { numeric: true }))
    .map(({ subject, version, ways }) => [subject, version, ways.join(", ")]);
  const all = [["", "Version", "Works with"], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`;
  return [line(all[0] ?? []), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

/** Prints the support matrix of a run, and writes it to `matrix.md`. */
export class MatrixReporter implements Reporter {
  readonly #folder: string;

  /** @param reports the folder of the run's reports in this package */
  constructor(reports: string) {
    this.#folder = join(import.meta.dirname, "..", reports);
  }

  onTestRunEnd(testModules: readonly TestModule[]): void {
    const outcomes = testModules
      .flatMap((module) => [...module.children.allTests()])
      .flatMap((test) => {
        const row = test.meta().matrix;
        return row ? [{ ...row, passed: test.result().state === "passed" }] : [];
      });
    if (outcomes.length === 0) return;
    const table = toTable(outcomes);
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(join(this.#folder, "matrix.md"), `${table}\n`);
    console.log(`\n${table}\n`);
  }
}
