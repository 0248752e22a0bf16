/** The address of the repository. */
export const repository = "https://github.com/compute-host/compute-host";

/** A page of the site, as Markdown: its HTML, its contents and its search records come from this text. */
export interface Page {
  /** Its folder below the root of the site, with a trailing slash: `guides/waiting/`. Empty for the start page. */
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
  /** Begins with the title, `# Title`. */
  readonly text: string;
}

/** The relative path from a page to the root of the site, such as `../../`. */
export function rootPath(path: string): string {
  return path === "" ? "./" : "../".repeat(path.split("/").length - 1);
}

/** The file of a page as Markdown, below the root of the site: its address with `.md` in place of the slash. */
export function markdownFile(path: string): string {
  return path === "" ? "index.md" : `${path.slice(0, -1)}.md`;
}
