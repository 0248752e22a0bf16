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
  const isMinor = ({ impact }: GateRule) => impact === "minor";
  const text = readContent("guides/why-did-my-ci-fail.md")
    .replace("{{rules}}", () => tableOf(rules.filter((rule) => !isMinor(rule))))
    .replace("{{minor rules}}", () => tableOf(rules.filter(isMinor)));
  return { path: "guides/why-did-my-ci-fail/", isWide: true, text };
}

function tableOf(rules: readonly GateRule[]): string {
  const rows = rules.map(({ name, message, instead = "" }) => {
    // Some say why nothing has to be done.
    const remedy = instead.startsWith("nothing") ? "" : instead;
    return `| \`${name}\` | ${message} | ${remedy} |`;
  });
  return ["| Rule | What changed | What to do instead |", "| --- | --- | --- |", ...rows].join("\n");
}
