import type { Page } from "../page.ts";
import { readContent } from "./page-source.ts";

/** The page that says whether the interface fits, with the first words of each decision and a link to its place. */
export function decidePage(reference: string): Omit<Page, "group"> {
  let place = "";
  const decisions = new Map<string, string>();
  for (const block of reference.split(/\n{2,}/)) {
    // A heading, or an item with an ID, is the place of the decisions below it.
    const [, mark, name = "", id] =
      /^\s*(#+|-) (.*?)(?: \{#([^}]+)\})?$/.exec(block.split("\n")[0] ?? "") ?? [];
    if (mark?.startsWith("#") || id !== undefined) {
      const title = /^\[?\*\*(`[^`]+`|\w+)/.exec(name)?.[1] ?? name;
      place = `[${title}](/reference/#${id ?? name.toLowerCase().replaceAll(" ", "-")})`;
    }
    const [, text] = /^\s*\*\*Decision:\*\* ([\s\S]*)/.exec(block) ?? [];
    // Up to the first full stop, colon or semicolon outside of code.
    const [sentence] =
      /^(?:`[^`]*`|[^`])*?(?:[.:;](?=\s|$)|$)/.exec(text?.replaceAll(/\s+/g, " ") ?? "") ?? [];
    if (sentence && !decisions.has(sentence)) decisions.set(sentence, place);
  }
  const list = [...decisions].map(([sentence, at]) => `- ${at}: ${sentence.replace(/[:;]$/, ".")}`);
  return {
    path: "decide/",
    repeats: "what-another-service-may-do-differently",
    text: `${readContent("decide.md")}\n${list.join("\n")}\n`,
  };
}
