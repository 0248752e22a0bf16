import { markdownTable } from "./markdown-table.ts";
import { policies } from "./policies.ts";
import { defaultImpacts } from "./policy/rule-table.ts";

/** Formats the table as a Markdown page. */
export function policiesPage(): string {
  const header = ["Change", "Impact", "Rule", "Reason"];
  const rows = policies.map(([change, rule, reason]) => [
    change,
    defaultImpacts[rule] ?? "",
    `\`${rule}\``,
    reason,
  ]);
  return `# Debatable cases

How the gate decides debatable cases, and why. A major change breaks callers or readers and fails the gate.
This page is generated from \`src/policies.ts\` by \`pnpm --filter @compute-host/spec-gate generate\`.

${markdownTable(header, rows)}

## What cannot be proven

These rewrites are harmless, but the gate does not prove it. They count as breaking: accept the entry, or keep the old
wording.

- One range of numbers written as several, multiples of 2 and of 3 written as multiples of 6, and \`contains\` that follows
  from \`items\`: they are rare in real descriptions, and each would need a solver of its own.
- A parameter whose \`content\` becomes a schema, a list of at most one item that becomes the item, and a number with
  bounds that becomes a text with a pattern: the text on the wire may be the same.
- A callback with a new name, and a path template that is split in two: the gate matches both by their text.

These changes pass, but may deserve a look.

- An error status is removed while \`default\` has a different body. Errors now use that body, which callers had to expect
  for every undescribed status anyway.
- \`contentSchema\` is not compared. In a request that becomes stricter about properties it does not declare, as with
  \`not: { required: [a] }\`, only declared properties count.
- A malformed part of the base is treated as absent, and reported in an entry of its own.
`;
}
