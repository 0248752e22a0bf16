import {
  acceptanceProblems,
  adviceText,
  failedFirst,
  gateLine,
  headline,
  impactText,
  resultText,
  versionLine,
  wayOutText,
  whatText,
  whereText,
} from "./headline.ts";
import type { Report, ReportedChange, StepOutcome } from "./report-data.ts";

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.5rem;border-bottom:1px solid #d0d7de}
pre{overflow-x:auto}code{overflow-wrap:anywhere}.major,.not-judged{color:#a40e26;font-weight:600}.minor{color:#116329}.patch,.accepted{color:#57606a}`;

/** Formats the reports as a self-contained HTML page. */
export function htmlReport(reports: readonly Report[]): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>API changes</title><meta name="viewport" content="width=device-width"><style>${style}</style></head>
<body>
<h1>API changes</h1>
${reports.map(reportHtml).join("")}</body>
</html>
`;
}

function reportHtml(report: Report): string {
  const sentences = [versionLine(report), wayOutText(report)].filter((text) => text !== undefined);
  return `<p>${escaped(report.base)} → ${escaped(report.revision)}</p>
<p><strong>${escaped(headline(report))}</strong></p>${sentences.map((text) => `\n<p>${escaped(text)}</p>`).join("")}
<table>
<thead><tr><th scope="col">Impact</th><th scope="col">Where</th><th scope="col">What</th><th scope="col">What to do</th></tr></thead>
<tbody>
${report.changes.map(row).join("\n")}
</tbody>
</table>
${acceptanceProblems(report)
  .map(({ text }) => `<p>${escaped(text)}</p>\n`)
  .join("")}${report.steps ? stepsHtml(report.steps, report) : ""}`;
}

function row(change: ReportedChange): string {
  const cells = [
    `<code>${escaped(whereText(change))}</code>`,
    escaped(whatText(change)),
    escaped(adviceText(change) ?? ""),
  ];
  const impact = escaped(impactText(change));
  return `<tr><td class="${impact}">${impact}</td>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
}

function stepsHtml(steps: readonly StepOutcome[], report: Report): string {
  const parts = failedFirst(steps).map((step) => {
    const lint = step.kind === "lint" ? (report.lint ?? []) : [];
    const found = lint.map(
      ({ severity, file, line, rule, message }) => `${severity} ${file}:${line} ${rule}: ${message}`,
    );
    const said = [...found, step.output].filter(Boolean).join("\n");
    const title = `${resultText(step)}: ${step.name} (${step.seconds.toFixed(1)} s)`;
    return `<h3>${escaped(title)}</h3>\n${said ? `<pre>${escaped(said)}</pre>\n` : ""}`;
  });
  return `<h2>${escaped(gateLine(steps, report))}</h2>\n${parts.join("")}`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
