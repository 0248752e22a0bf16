import { type Html, html } from "../html.ts";
import type { Picture } from "./drawing.ts";
import { parts } from "./parts.ts";
import { states } from "./states.ts";

const drawn = { states: () => states, parts: () => [parts] } satisfies Readonly<
  Record<string, () => readonly Picture[]>
>;

/** The names of the pictures that pages show. */
export type PictureName = keyof typeof drawn;

/** Draws pictures that belong together. */
export function pictures(name: PictureName): Html {
  return html`<div class="diagrams">${drawn[name]().map(({ figure }) => figure)}</div>`;
}

/** The same as Markdown. */
export function picturesMarkdown(name: PictureName): string {
  const list = ({ title, says }: Picture) => `${title}:\n\n${says.map((line) => `- ${line}`).join("\n")}`;
  return drawn[name]().map(list).join("\n\n");
}
