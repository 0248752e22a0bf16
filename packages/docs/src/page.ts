/** The address of the repository. */
export const repository = "https://github.com/compute-host/compute-host";

/** A page of the site, as Markdown: its HTML, its contents and its search records come from this text. */
export interface Page {
  /** Its folder below the root of the site, with a trailing slash: `guides/authentication/`. Empty for the start page. */
  readonly path: string;
  /** Its group in the navigation. */
  readonly group: string;
  /** The path of its parent page; the navigation shows it below the parent while that is open. */
  readonly parent?: string | undefined;
  /** The status of an error, for the navigation. */
  readonly status?: number | undefined;
  /** As the navigation shows it. @default the heading */
  readonly title?: string;
  /** One sentence, for search engines and lists of pages. @default the first paragraph */
  readonly summary?: string;
  /** Makes the page one search result of this kind. @default a result for each section */
  readonly searchKind?: string;
  /** Whether it uses the full width, with its contents in the navigation. */
  readonly isWide?: boolean;
  /** Whether it has forms that send requests to a service. */
  readonly sendsRequests?: boolean;
  /** Begins with the title, `# Title`, after readers' own words for its sections: see {@link readFrontMatter}. */
  readonly text: string;
}

/** Words that readers use for a page (by an empty key) or a section of it (by its ID) and that its text lacks. */
export type ReaderWords = ReadonlyMap<string, string>;

/**
 * Splits a text into its front matter, a comment, and the rest. A line of the front matter is `keywords: login sign in` for the page, or
 * `#with-a-jwt: refresh` for a section.
 */
export function readFrontMatter(text: string): { readonly words: ReaderWords; readonly body: string } {
  const [whole = "", lines = ""] = /^<!--\n(.*?)^-->\n+/ms.exec(text) ?? [];
  const words = lines.matchAll(/^(?:keywords|#(.+?)): (.+)$/gm);
  return {
    words: new Map(Array.from(words, ([, id = "", own = ""]) => [id, own])),
    body: text.slice(whole.length),
  };
}

/** The relative path from a page to the root of the site, such as `../../`. */
export function rootPath(path: string): string {
  return path === "" ? "./" : "../".repeat(path.split("/").length - 1);
}

/** The file of a page as Markdown, below the root of the site: its address with `.md` in place of the slash. */
export function markdownFile(path: string): string {
  return path === "" ? "index.md" : `${path.slice(0, -1)}.md`;
}
