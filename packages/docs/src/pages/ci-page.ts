import { readFileSync } from "node:fs";
import type { Page } from "../page.ts";
import { readContent } from "./page-source.ts";

/** A rule of the gate; the consumer tests compare the file with those that it applies. */
interface GateRule {
  readonly name: string;
  readonly impact: string;
  readonly message: string;
  /** What to do instead; only for a change that takes something away. */
  readonly instead?: string;
}

/** Why a check is red: every rule of the gate, and the checks of the contract suite. */
export function ciPage(): Omit<Page, "group"> {
  const file = new URL("../../generated/gate-rules.gen.json", import.meta.url);
  const rules = JSON.parse(readFileSync(file, "utf8")) as readonly GateRule[];
  // What fails the check comes first.
  const sorted = rules.toSorted((a, b) => Number(a.impact === "minor") - Number(b.impact === "minor"));
  const rows = sorted.map(
    ({ name, impact, message, instead }) => `| \`${name}\` | ${impact} | ${message} | ${instead ?? ""} |`,
  );
  const table = [
    "| Rule | Impact | What changed | What to do instead |",
    "| --- | --- | --- | --- |",
    ...rows,
  ];
  const text = readContent("guides/why-did-my-ci-fail.md").replace("{{rules}}", () => table.join("\n"));
  return { path: "guides/why-did-my-ci-fail/", isWide: true, text };
}
