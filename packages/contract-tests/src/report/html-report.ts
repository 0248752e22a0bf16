import type { CaseOutcome, Failure, RunResult } from "../run/outcome.ts";
import { escaped } from "./escaped.ts";
import { htmlStyle } from "./html-style.ts";
import { percent, shownShare, totalsByBasis, usualShare } from "./totals.ts";
import { knownMistakes, unnoticedIn, unprovedOf } from "./unproved.ts";

/** Formats a run as one page without scripts or external requests: totals, failures, left-out cases, every case. */
export function htmlReport(result: RunResult): string {
  const { target, api, outcomes, durationMs, seed } = result;
  const of = (wanted: CaseOutcome["outcome"]) => outcomes.filter(({ outcome }) => outcome === wanted);
  const [failed, leftOut, passed] = [of("failed"), of("left out"), of("passed")];
  const isProved = shownShare(result) >= usualShare;
  const verdict = failed.length > 0 ? `${failed.length} failed` : isProved ? "passed" : "not proved";
  const requests = outcomes.reduce((sum, outcome) => sum + outcome.requests, 0);
  const facts = `${requests} requests in ${(durationMs / 1000).toFixed(1)} s, seed ${seed}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${verdict}: contract of ${escaped(target.name)}</title>
<style>${htmlStyle}</style>
</head>
<body>
<main>
<h1>Contract of ${escaped(target.name)}</h1>
<p>${escaped(`${api.info.title} ${api.info.version}`)}; ${escaped(facts)}.</p>
<ul class="totals">
<li class="failed"><strong>${failed.length}</strong> failed</li>
<li class="passed"><strong>${passed.length}</strong> passed</li>
<li class="out"><strong>${leftOut.length}</strong> left out</li>
</ul>
${basisTable(outcomes)}
${operationTable(result)}
${failed.length > 0 ? `<h2>Failures</h2>\n${failed.map(failureSection).join("\n")}` : ""}
${leftOut.length > 0 ? unprovedSection(result) : ""}
<h2>All cases</h2>
${caseTable(outcomes)}
</main>
</body>
</html>
`;
}

function basisTable(outcomes: readonly CaseOutcome[]): string {
  const names = { interface: "What the interface states", decision: "What this project decided" };
  const rows = Object.entries(totalsByBasis(outcomes)).map(
    ([basis, { passed, failed, "left out": leftOut }]) => {
      const all = passed + failed + leftOut;
      const cells = [passed, failed, leftOut, all === 0 ? "" : percent(passed / all)];
      const name = names[basis as keyof typeof names];
      return `<tr><th scope="row">${name}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
    },
  );
  const heading = ["Cases about", "passed", "failed", "left out", "proved"];
  return `<div class="wide"><table class="counts">
<tr>${heading.map((name) => `<th scope="col">${name}</th>`).join("")}</tr>
${rows.join("\n")}
</table></div>`;
}

function operationTable({ api, responses }: RunResult): string {
  const statuses = [...new Set(Object.values(responses).flatMap((counts) => Object.keys(counts)))].toSorted();
  const rows = api.operations.map(
    ({ operationId }) =>
      `<tr><th scope="row">${escaped(operationId)}</th>${statuses
        .map((status) => `<td>${responses[operationId]?.[status] ?? ""}</td>`)
        .join("")}</tr>`,
  );
  const heading = statuses.map((status) => `<th scope="col">${escaped(status)}</th>`).join("");
  return `<div class="wide"><table class="counts"><caption>Responses by operation and status</caption>
<tr><th scope="col">Operation</th>${heading}</tr>
${rows.join("\n")}
</table></div>`;
}

function failureSection({ contractCase, failure }: CaseOutcome): string {
  if (!failure) return "";
  const messages = failure.violations.map(
    ({ check, message }) => `<p class="message">${escaped(message)} <code>${escaped(check)}</code></p>`,
  );
  return `<section class="failure">
<h3>${escaped(contractCase.title)}</h3>
${messages.join("\n")}
${failureDetail(failure)}
</section>`;
}

function failureDetail({ rule, diff, smallestBody, exchanges }: Failure): string {
  const parts = [
    rule
      ? `<blockquote><p>${withCode(escaped(rule.text))}</p><footer><code>${escaped(rule.pointer)}</code></footer></blockquote>`
      : "",
    smallestBody === undefined ? "" : `<p>Smallest body that fails:</p><pre>${escaped(smallestBody)}</pre>`,
    diff === undefined
      ? ""
      : `<p>Difference (<del>expected</del>, <ins>came</ins>):</p><pre>${diffLines(diff)}</pre>`,
    ...exchanges.map(
      ({ curl, status, body }, index) =>
        `<details${index === exchanges.length - 1 ? " open" : ""}><summary>Request ${index + 1} of ${exchanges.length}: ${status}</summary>
<pre>${escaped(curl)}</pre><pre class="response">${escaped(body || "(no body)")}</pre></details>`,
    ),
  ];
  return parts.filter(Boolean).join("\n");
}

function diffLines(diff: string): string {
  return diff
    .split("\n")
    .map((line) => {
      const tag = line.startsWith("-") ? "del" : line.startsWith("+") ? "ins" : "span";
      return `<${tag}>${escaped(line)}</${tag}>`;
    })
    .join("\n");
}

function unprovedSection({ outcomes }: RunResult): string {
  const unproved = unprovedOf(outcomes);
  const items = unproved.map(({ reason, cases, mistakes }) => {
    const titles = cases.map((title) => `<li>${escaped(title)}</li>`).join("");
    const hidden = mistakes.length === 0 ? "" : `<p>Unnoticed: ${escaped(mistakes.join(", "))}</p>`;
    const counts = `${cases.length} left out, ${mistakes.length} known mistakes unnoticed`;
    return `<details><summary>${escaped(reason)}: ${counts}</summary>${hidden}<ul>${titles}</ul></details>`;
  });
  const all = `<p>A service with any of ${unnoticedIn(unproved)} of ${knownMistakes} known mistakes would get the same result.</p>\n`;
  return `<h2>Not proved</h2>
${all}${items.join("\n")}`;
}

function caseTable(outcomes: readonly CaseOutcome[]): string {
  const rows = outcomes.map(({ contractCase, outcome, requests, durationMs }) => {
    const kind = outcome === "left out" ? "out" : outcome;
    const cells = `<td class="${kind}">${outcome}</td><td>${escaped(contractCase.title)}</td>`;
    return `<tr>${cells}<td>${requests}</td><td>${Math.round(durationMs)}</td></tr>`;
  });
  const names = ["Outcome", "Case", "Requests", "ms"].map((name) => `<th scope="col">${name}</th>`);
  return `<div class="wide"><table class="cases"><tr>${names.join("")}</tr>\n${rows.join("\n")}\n</table></div>`;
}

/** Converts Markdown code spans in text that is already escaped. */
function withCode(text: string): string {
  return text.replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}
