import type { SpecDocument } from "./spec-document.ts";

/** The source of `samples.gen.ts`: the spec's examples of computers and of problems, by name. */
export function samplesSource({ examples }: SpecDocument): string {
  const group = (prefix: string, type: string) => {
    const entries = Object.entries(examples).filter(([name]) => name.startsWith(prefix));
    const fields = entries.map(([name, { summary, value }]) => {
      const key = name.slice(prefix.length);
      const text = JSON.stringify(value, null, 2).replace(/\n/g, "\n  ");
      return { key: `${key.charAt(0).toLowerCase()}${key.slice(1)}`, text, summary };
    });
    const lines = fields.map(({ key, text, summary }) => `  /** ${summary}. */\n  ${key}: ${text},\n`);
    const names = fields.map(({ key }) => `"${key}"`).join(" | ");
    return `Readonly<Record<${names}, ${type}>> = {\n${lines.join("")}};`;
  };
  return `import type { Computer, Problem } from "@compute-host/types";

/** The computers of the spec's examples. */
export const sampleComputers: ${group("computer", "Computer")}

/** The problems of the spec's examples. */
export const sampleProblems: ${group("problem", "Problem")}
`;
}
