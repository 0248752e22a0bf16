import { type Content, html } from "../html.ts";

/** A path that may break after each slash. */
export function brokenPath(path: string): Content {
  return path.split(/(?<=\/)/).flatMap((part, index) => (index === 0 ? [part] : [html`<wbr>`, part]));
}
