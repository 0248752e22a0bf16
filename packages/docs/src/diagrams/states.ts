import { slugOf } from "../anchors.ts";
import { type Html, html } from "../html.ts";

interface Box {
  readonly word: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface Arrow {
  readonly path: string;
  /** The cause of the change, one line each. */
  readonly label: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
}

interface Diagram {
  readonly title: string;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
  /** Describes the arrows for readers who do not see them. Markdown. */
  readonly changes: readonly string[];
}

const boxHeight = 40;

const computer: Diagram = {
  title: "Status of a computer",
  boxes: [
    { word: "provisioning", x: 110, y: 10, width: 140 },
    { word: "active", x: 5, y: 165, width: 120 },
    { word: "error", x: 235, y: 165, width: 120 },
  ],
  arrows: [
    { path: "M110 30H60V159", label: ["every step", "completed"], x: 68, y: 88, anchor: "start" },
    { path: "M250 30H300V159", label: ["a step", "failed"], x: 292, y: 88, anchor: "end" },
    { path: "M125 185H180V56", label: ["retry accepted"], x: 180, y: 142, anchor: "middle" },
    { path: "M235 185H180", label: [], x: 0, y: 0, anchor: "start" },
  ],
  changes: [
    "`provisioning` becomes `active` when every step has completed.",
    "`provisioning` becomes `error` when a step has failed.",
    "`active` and `error` become `provisioning` when a retry is accepted.",
  ],
};

const step: Diagram = {
  title: "Status of a step",
  boxes: [
    { word: "pending", x: 5, y: 88, width: 86 },
    { word: "running", x: 135, y: 88, width: 90 },
    { word: "completed", x: 255, y: 20, width: 100 },
    { word: "failed", x: 255, y: 156, width: 100 },
  ],
  arrows: [
    { path: "M91 108H129", label: [], x: 0, y: 0, anchor: "start" },
    { path: "M225 98L266 65", label: [], x: 0, y: 0, anchor: "start" },
    { path: "M225 118L266 151", label: [], x: 0, y: 0, anchor: "start" },
    { path: "M255 40H180V82", label: ["retry of", "install-deps"], x: 170, y: 36, anchor: "end" },
    { path: "M255 176H180V134", label: ["retry of", "install-deps"], x: 170, y: 172, anchor: "end" },
  ],
  changes: [
    "`pending` becomes `running`.",
    "`running` becomes `completed` or `failed`.",
    "`completed` and `failed` become `running` when `install-deps` is retried.",
  ],
};

/** The states of a computer and of a step, and the transitions between them. */
export function stateDiagrams(): Html {
  return html`<div class="diagrams">${[computer, step].map(drawing)}</div>`;
}

/** The same as Markdown. */
export function statesMarkdown(): string {
  return [computer, step]
    .map(({ title, changes }) => `${title}:\n\n${changes.map((change) => `- ${change}`).join("\n")}`)
    .join("\n\n");
}

/** The words of a diagram, to compare with the spec. */
export const drawnStates = {
  computer: computer.boxes.map(({ word }) => word),
  step: step.boxes.map(({ word }) => word),
};

function drawing({ title, boxes, arrows, changes }: Diagram): Html {
  const id = slugOf(title);
  return html`
    <figure>
      <svg class="diagram" viewBox="0 0 360 215" width="360" height="215" role="img" aria-labelledby="${id}" aria-describedby="${id}-changes">
        <title id="${id}">${title}</title>
        <desc id="${id}-changes">${changes.join(" ").replaceAll("`", "")}</desc>
        <defs><marker id="${id}-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8Z"/></marker></defs>
        ${arrows.map(
          ({ path, label, x, y, anchor }) => html`
            <path class="arrow" d="${path}"${!path.endsWith("H180") && html` marker-end="url(#${id}-head)"`}/>
            ${label.map((line, index) => html`<text x="${x}" y="${y + index * 17}" text-anchor="${anchor}">${line}</text>`)}`,
        )}
        ${boxes.map(
          ({ word, x, y, width }) => html`
            <rect x="${x}" y="${y}" width="${width}" height="${boxHeight}" rx="8"/>
            <text class="state" x="${x + width / 2}" y="${y + 25}" text-anchor="middle">${word}</text>`,
        )}
      </svg>
      <figcaption>${title}</figcaption>
    </figure>`;
}
