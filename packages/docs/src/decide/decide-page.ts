import { Anchors } from "../anchors.ts";
import { type Content, Html, html, plainText } from "../html.ts";
import { type Page, rootPath } from "../layout/page.ts";
import { anchorLink, type Heading, markdown, markdownLine } from "../markdown.ts";
import type { PlacedDecision } from "../reference/reference-context.ts";
import { textRecords } from "../section-records.ts";
import {
  type Conformance,
  type ConformanceCase,
  conformanceCases,
  describeVerdict,
  readConformance,
} from "./conformance.ts";
import { type Proof, proofCell, type RulesByDecision, statements } from "./proofs.ts";

const path = "decide/";

const about =
  "Each statement, with the cases of the contract suite that prove it, and which implementations pass them: the client’s fake, and the service on each of its databases. A case counts only for implementations that it applies to.";

/** A decision, and every place that states it. */
interface Row {
  readonly text: Html;
  readonly places: readonly PlacedDecision[];
  readonly proof: Proof;
}

/** The page "Decide": what the interface is and is not, every decision, and which target keeps it. */
export function decidePage(
  intro: string,
  decisions: readonly PlacedDecision[],
  rules: RulesByDecision,
): Page {
  const anchors = new Anchors();
  const headings: Heading[] = [];
  const onHeading = (heading: Heading) => headings.push(heading);
  const text = markdown(intro, { anchors, root: rootPath(path), onHeading });
  const introHeadings = [...headings];
  const conformance = readConformance();
  const rows = decisionRows(decisions, rules, conformance);
  const title = (name: string, id: string) => {
    onHeading({ id: anchors.take(id), title: name, level: 2 });
    return html`<h2 id="${id}">${name} ${anchorLink(id)}</h2>`;
  };
  const body = html`
    ${text}
    ${title("What the interface states", "conformance")}
    <p>${about}</p>
    ${matrix(conformance, statements.map(statementRow))}
    ${title("Decisions", "decisions")}
    <p>${rows.length} decisions. Each links to its place in the reference, whose ◇ links back.</p>
    ${matrix(
      conformance,
      rows.map((row) => decisionRow(row, anchors)),
    )}`;
  const [, ...shown] = headings;
  return {
    path,
    title: "Decide",
    group: "About",
    summary: "What the interface is and is not, every decision, and what proves it.",
    body,
    headings: shown,
    // The reference has the decisions.
    records: textRecords(intro, introHeadings),
    source: sourceLink(intro, conformance, rows),
  };
}

/** One row for each wording, because headers and errors repeat a decision in many places. */
function decisionRows(
  decisions: readonly PlacedDecision[],
  rules: RulesByDecision,
  { unseen }: Conformance,
): Row[] {
  const places = new Map<string, PlacedDecision[]>();
  for (const decision of decisions) {
    const own = places.get(decision.text.text) ?? [];
    own.push(decision);
    places.set(decision.text.text, own);
  }
  return [...places].map(([text, all]) => ({
    text: all[0]?.text ?? new Html(""),
    places: all,
    proof: proofCell(rules.get(text) ?? [], unseen),
  }));
}

/** A row of a matrix: a statement and its proof. */
interface MatrixRow {
  readonly content: Content;
  readonly proof: Proof;
}

function statementRow({ text, proof }: (typeof statements)[number]): MatrixRow {
  const linked = markdownLine(text).text.replaceAll('href="/', `href="${rootPath(path)}`);
  return { content: html`<td>${new Html(linked)}</td>`, proof };
}

/** The row has an ID for each place, so every badge of the reference can link to it. */
function decisionRow({ text, places, proof }: Row, anchors: Anchors): MatrixRow {
  const [first] = places;
  const others = places.slice(1).map(({ id }) => html`<span id="${anchors.take(id)}"></span>`);
  const where = `${rootPath(path)}reference/#${encodeURIComponent(first?.id ?? "")}`;
  return {
    content: html`
      <td id="${anchors.take(first?.id ?? "")}">${others}${text}
      <p class="caption"><a href="${where}">${first?.subject}</a>${places.length > 1 && ` and ${places.length - 1} other places`}</p></td>`,
    proof,
  };
}

function matrix(conformance: Conformance, rows: readonly MatrixRow[]): Html {
  return html`
    <div class="table" role="group" tabindex="0" aria-label="Which implementation passes what">
      <table class="matrix">
        <thead><tr><th>Statement</th>${conformance.targets.map((target) => html`<th>${target}</th>`)}</tr></thead>
        <tbody>${rows.map(({ content, proof }) => html`<tr>${content}${verdicts(conformance, proof)}</tr>`)}</tbody>
      </table>
    </div>`;
}

function verdicts(conformance: Conformance, proof: Proof): Content {
  const { targets } = conformance;
  if (typeof proof === "string") return html`<td colspan="${targets.length}" class="none">${proof}</td>`;
  const cases = conformanceCases(conformance, proof);
  return targets.map((target) => verdictCell(cases, target));
}

/** What a target passes, with its cases, and the reasons for those that were left out. */
function verdictCell(cases: readonly ConformanceCase[], target: string): Html {
  const { held, count, reasons } = describeVerdict(cases, target);
  if (count === 0) return html`<td class="none">does not apply</td>`;
  const left = reasons.length > 0 && html`<p>Left out: ${reasons.join("; ")}.</p>`;
  if (held === 0) return html`<td class="none">left out<details><summary>why</summary>${left}</details></td>`;
  const isWhole = held === count;
  const titles = cases
    .filter(({ heldBy }) => heldBy[target] === true)
    .map(({ title }) => html`<li>${title}</li>`);
  return html`
    <td><span class="holds">${isWhole ? "passes" : "passes in part"}</span>
    <details><summary>${isWhole ? "" : `${held} of `}${count} ${count === 1 ? "case" : "cases"}</summary><ul>${titles}</ul>${left}</details></td>`;
}

/** The page as Markdown: a row for each statement and decision, with the number of cases that each target passes. */
function sourceLink(intro: string, conformance: Conformance, rows: readonly Row[]): string {
  const { targets } = conformance;
  const table = (entries: readonly (readonly [what: string, proof: Proof])[]) =>
    [
      ["Statement", ...targets],
      ["Statement", ...targets].map(() => "---"),
      ...entries.map(([what, proof]) => [what.replaceAll("|", "\\|"), ...verdictTexts(conformance, proof)]),
    ]
      .map((cells) => `| ${cells.join(" | ")} |`)
      .join("\n");
  return `${intro}
## What the interface states

${about}

${table(statements.map(({ text, proof }) => [text, proof] as const))}

## Decisions

${table(rows.map(({ text, places, proof }) => [`${places[0]?.subject}: ${plainText(text)}`, proof] as const))}
`;
}

function verdictTexts(conformance: Conformance, proof: Proof): string[] {
  if (typeof proof === "string") return conformance.targets.map(() => proof);
  const cases = conformanceCases(conformance, proof);
  return conformance.targets.map((target) => {
    const { held, count, reasons } = describeVerdict(cases, target);
    return count === 0
      ? "does not apply"
      : `${held} of ${count}${reasons.length > 0 ? ` (left out: ${reasons.join("; ")})` : ""}`;
  });
}
