import { type Html, html } from "../html.ts";
import { barFigure, diagramFigure, type Picture } from "./drawing.ts";
import { figures } from "./figures.ts";
import { parts } from "./parts.ts";
import { states } from "./states.ts";

const drawn = {
  states: () => states.map((one) => [one, diagramFigure(one)] as const),
  parts: () => [[parts, diagramFigure(parts)] as const],
  figures: () => figures().map((one) => [one, barFigure(one)] as const),
};

/** The names of the pictures that pages show. */
export type PictureName = keyof typeof drawn;

/** Draws pictures that belong together. */
export function pictures(name: PictureName): Html {
  return html`<div class="diagrams">${drawn[name]().map(([, figure]) => figure)}</div>`;
}

/** The same as Markdown. */
export function picturesMarkdown(name: PictureName): string {
  const list = ({ title, says }: Picture) => `${title}:\n\n${says.map((line) => `- ${line}`).join("\n")}`;
  return drawn[name]()
    .map(([picture]) => list(picture))
    .join("\n\n");
}
