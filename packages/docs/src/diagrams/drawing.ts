import { slugify } from "../anchors.ts";
import { type Content, type Html, html } from "../html.ts";

/** A picture, and what it says in words. */
export interface Picture {
  readonly title: string;
  /** What it shows, for readers who do not see it. Markdown. */
  readonly says: readonly string[];
  readonly figure: Html;
}

interface Box {
  readonly word: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface Arrow {
  readonly path: string;
  /** The cause of the change, one line each. */
  readonly label?: readonly string[];
  readonly x?: number;
  readonly y?: number;
  /** @default start */
  readonly anchor?: "start" | "middle" | "end";
}

/** Boxes and arrows between them. */
export interface Diagram extends Pick<Picture, "title" | "says"> {
  /** In units of a width of 360. @default 215 */
  readonly height?: number;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

const boxHeight = 40;

/** Draws boxes and arrows. */
export function draw({ title, says, height = 215, boxes, arrows }: Diagram): Picture {
  const head = `${slugify(title)}-head`;
  const content = html`
    <defs><marker id="${head}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8Z"/></marker></defs>
    ${arrows.map(
      ({ path, label = [], x = 0, y = 0, anchor = "start" }) => html`
        <path class="arrow" d="${path}"${!path.endsWith("H180") && html` marker-end="url(#${head})"`}/>
        ${label.map((line, index) => html`<text x="${x}" y="${y + index * 17}" text-anchor="${anchor}">${line}</text>`)}`,
    )}
    ${boxes.map(
      ({ word, x, y, width }) => html`
        <rect x="${x}" y="${y}" width="${width}" height="${boxHeight}" rx="8"/>
        <text class="state" x="${x + width / 2}" y="${y + 25}" text-anchor="middle">${word}</text>`,
    )}`;
  return { title, says, figure: drawFigure(title, says, height, content) };
}

function drawFigure(title: string, says: readonly string[], height: number, content: Content): Html {
  const id = slugify(title);
  return html`
    <figure>
      <figcaption>${title}</figcaption>
      <svg class="diagram" viewBox="0 0 360 ${height}" width="360" height="${height}" role="img" aria-labelledby="${id}" aria-describedby="${id}-says">
        <title id="${id}">${title}</title>
        <desc id="${id}-says">${says.join(" ").replaceAll("`", "")}</desc>
        ${content}
      </svg>
    </figure>`;
}
