import type { Outcome } from "./proof.ts";

/** The figures as a page; times are left out, since they are different every time. */
export function proofPage(outcomes: readonly Outcome[]): string {
  const groups = [...new Set(outcomes.map(({ mutation }) => mutation.group))];
  const header = [
    "Class",
    "Breaking",
    "Caught",
    "Missed",
    "Harmless",
    "False alarms",
    "Types too",
    "Contract too",
    "Diff only",
  ];
  const rows = [
    ...groups.map((group) =>
      row(
        group,
        outcomes.filter(({ mutation }) => mutation.group === group),
      ),
    ),
    row("all", outcomes),
  ];
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((each) => each[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const only = outcomes
    .filter(isDiffOnly)
    .map(({ mutation }) => `- ${mutation.group}: ${mutation.name.replaceAll("*", "\\*")}`);
  return `# Proof by mutation

## Every single change of our own spec

Every single change below is made to \`spec/openapi.yaml\`, and the gate has to call it breaking or not, as it is. For
those that break, two other gates are asked: does code that was written against the old types still compile, and do
contract and drift tests that were recorded before still pass? This page is made by
\`pnpm --filter @compute-host/spec-gate mutations\`.

${[line(header), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n")}

### Breaking changes that only the diff sees

Most of them allow the service more than before: no recorded response shows it, and no type tells a bound, a header or
an address.

${only.join("\n")}
`;
}

function row(name: string, outcomes: readonly Outcome[]): string[] {
  const breaking = outcomes.filter(({ mutation }) => mutation.isBreaking);
  const harmless = outcomes.filter(({ mutation }) => !mutation.isBreaking);
  const caught = breaking.filter(({ isAlarm }) => isAlarm).length;
  const figures = [
    breaking.length,
    caught,
    breaking.length - caught,
    harmless.length,
    harmless.filter(({ isAlarm }) => isAlarm).length,
    breaking.filter(({ types }) => types).length,
    breaking.filter(({ contract }) => contract).length,
    breaking.filter(isDiffOnly).length,
  ];
  return [name, ...figures.map(String)];
}

/** Whether the mutation breaks and no other gate notices it. */
export function isDiffOnly({ mutation, types, contract }: Outcome): boolean {
  return mutation.isBreaking && !types && !contract;
}
