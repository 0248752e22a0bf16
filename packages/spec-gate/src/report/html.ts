import type { Change } from "../compare/change.ts";
import type { DiffReport } from "../diff.ts";
import { headline, sidesText, versionLine, whereText, whoText } from "./headline.ts";

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.5rem;border-bottom:1px solid #d0d7de}
code{overflow-wrap:anywhere}.major{color:#a40e26;font-weight:600}.minor{color:#116329}.patch{color:#57606a}`;

/** The report as one HTML page that needs nothing else. */
export function htmlReport(report: DiffReport): string {
  const version = versionLine(report);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>API changes</title><meta name="viewport" content="width=device-width"><style>${style}</style></head>
<body>
<h1>API changes</h1>
<p>${escaped(report.base)} → ${escaped(report.revision)}</p>
<p><strong>${escaped(headline(report))}</strong></p>${version ? `\n<p>${escaped(version)}</p>` : ""}
<table>
<thead><tr><th scope="col">Impact</th><th scope="col">Where</th><th scope="col">What</th><th scope="col">Instead</th></tr></thead>
<tbody>
${report.changes.map(row).join("\n")}
</tbody>
</table>
</body>
</html>
`;
}

function row(change: Change): string {
  const sides = sidesText(change);
  const what = `${change.message}${sides ? `: ${sides}` : ""}${change.impact === "major" ? ` (${whoText(change)})` : ""}`;
  const cells = [`<code>${escaped(whereText(change))}</code>`, escaped(what), escaped(change.instead ?? "")];
  return `<tr><td class="${change.impact}">${change.impact}</td>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
