import { insteadOf, objects, type Rule, rules } from "./grammar.ts";

const start = "<!-- profile: `pnpm generate` writes it -->";
const end = "<!-- /profile -->";

/** Replaces the grammar in a text by the one of today, in tables. */
export function withProfile(text: string): string {
  const [before = "", rest = ""] = text.split(start);
  const [, after = ""] = rest.split(end);
  const tables = [objectTable(), ruleTable(), refusalTable()].map(aligned).join("\n\n");
  return `${before}${start}\n\n${tables}\n\n${end}${after}`;
}

type Row = readonly string[];

/** Required keys are bold. */
function objectTable(): Row[] {
  const rows = Object.entries(objects).map(([kind, keys]) => {
    const groups = Object.groupBy(Object.keys(keys), (key) => keys[key]?.replace("!", "") ?? "");
    const cells = Object.entries(groups).map(([holds, group = []]) => {
      const names = group.map((key) => (keys[key]?.endsWith("!") ? `**\`${key}\`**` : `\`${key}\``));
      return `${names.join(", ")}: ${holds.replace(/(.*)\[\]/, "list of $1")}`;
    });
    return [kind, cells.join("; ")];
  });
  return [["Object", "Its keys (**required**), and what they hold"], ...rows];
}

function ruleTable(): Row[] {
  const rows = Object.entries(rules).map(([name, rule]) => [name, words(rule), rule.instead]);
  return [["What keys hold", "Allowed", "For anything else"], ...rows];
}

function refusalTable(): Row[] {
  return [
    ["Key outside an object", "For it"],
    ...[...insteadOf].map(([key, instead]) => [`\`${key}\``, instead]),
  ];
}

function words(rule: Rule): string {
  if ("type" in rule) return rule.type;
  if ("like" in rule) return code(rule.like);
  if ("by" in rule)
    return Object.entries(rule.kinds)
      .map(([one, kind]) => `\`${rule.by}: ${one}\`: ${kind}`)
      .join("; ");
  if ("schema" in rule) return `${rule.schema.join(", ")}${rule.canBeNull ? "; any of them or null" : ""}`;
  const { from = 0, to } = rule;
  const size =
    to === undefined
      ? from === 0
        ? ""
        : `; at least ${from}`
      : `; ${from === to ? to : `${from} to ${to}`}`;
  if ("list" in rule) return `list of ${rule.list}${size}`;
  return rule.keys.map(([keys, holds]) => `${code(keys)}: ${holds}`).join("; ") + size;
}

function code(pattern: RegExp): string {
  return `\`${pattern.source.replaceAll("|", "\\|")}\``;
}

/** Writes a table as the formatter does. */
function aligned(rows: readonly Row[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const [head, ...others] = rows.map(
    (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`,
  );
  return [head, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...others].join("\n");
}
