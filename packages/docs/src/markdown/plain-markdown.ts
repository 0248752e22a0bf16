import { readPicture } from "./markdown.ts";

/**
 * Makes plain Markdown of a page. Leaves out forms and further addresses, which are for browsers, and puts the words
 * of pictures, titles and `<a id>` in place of what only our renderer reads. Code stays as it is.
 */
export function plainMarkdown(source: string): string {
  return source
    .replaceAll(/^ *```(?:try|addresses) [\s\S]*?^ *```\n+/gm, "")
    .replaceAll(/^```picture (.+)\n```$/gm, (_block, names: string) =>
      names.split(" ").map(wordsOf).join("\n\n"),
    )
    .split(/(^ *```[\s\S]*?^ *```$)/m)
    .map((part, index) => (index % 2 === 1 ? part : plainText(part)))
    .join("");
}

/** The words of a picture. */
function wordsOf(name: string): string {
  return /<desc[^>]*>(.*?)<\/desc>/.exec(readPicture(name))?.[1] ?? "";
}

/** A text between blocks of code. */
function plainText(text: string): string {
  return (
    text
      // Containers: only those with a title of their own show it.
      .replaceAll(/^( *):{3,} (?:details|tab) (.+)$/gm, "$1**$2**\n")
      .replaceAll(/^ *:{3,}.*$/gm, "")
      .replaceAll(/\n{3,}/g, "\n\n")
      // A name that links to itself.
      .replaceAll(/\[([^\]\n]+)\]\(#([^)\s]+)\)(?=.*\{#\2\}$)/gm, "$1")
      // Attributes: an ID stays as a target of links, a class is for the style sheet.
      .replaceAll(/`[^`\n]*`|( ?)\{([#.][^}\n]*)\}/g, (all, space: string, attributes?: string) => {
        if (attributes === undefined) return all;
        const [, id] = /#(\S+)/.exec(attributes) ?? [];
        return id === undefined ? "" : `${space}<a id="${id}"></a>`;
      })
  );
}
