/** A piece of HTML, which templates insert unchanged; they escape everything else. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** A value in a template. Lists are joined; `undefined`, `false` and an empty text insert nothing. */
export type Content = Html | string | number | undefined | false | readonly Content[];

/** Writes HTML. It keeps the line breaks of the template and removes its indentation. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Html {
  const parts = strings.map((text, index) => {
    const fixed = text.replaceAll(/\s*\n\s*/g, "\n");
    return index < contents.length ? fixed + textOfContent(contents[index]) : fixed;
  });
  return new Html(parts.join(""));
}

function textOfContent(content: Content): string {
  if (content === undefined || content === false) return "";
  if (content instanceof Html) return content.text;
  if (Array.isArray(content)) return content.map((item: Content) => textOfContent(item)).join("");
  return escapeHtml(String(content));
}

/** A name that may break after each underscore, as long settings do on a narrow screen. */
export function breakable(name: string): Html {
  return new Html(escapeHtml(name).replaceAll(/_(?=\w)/g, "_<wbr>"));
}

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
