import type { Html } from "../html.ts";
import type { Heading } from "../markdown.ts";
import type { SearchRecord } from "../reference/reference-context.ts";

/** A page of the site. */
export interface Page {
  /** Its folder below the root of the site, with a slash at its end: `guides/authentication/`; the start page's is empty. */
  readonly path: string;
  /** As the navigation shows it. */
  readonly title: string;
  /** The group of the navigation it is in. */
  readonly group: string;
  /** The path of the page that it belongs to; the navigation shows it below that one, where it is open. */
  readonly parent?: string | undefined;
  /** One sentence, for search engines and lists of pages. */
  readonly summary: string;
  readonly body: Html;
  readonly headings: readonly Heading[];
  readonly records: readonly SearchRecord[];
  /** The page as Markdown, for programs that read text. */
  readonly source: string;
  /** Whether it takes the whole width, without a table of contents. */
  readonly isWide?: boolean;
  /** Whether it has forms that send requests to a service. */
  readonly sendsRequests?: boolean;
}

/** A page that is written in Markdown. */
export interface MarkdownPage extends Pick<Page, "path" | "group" | "parent"> {
  /** As the navigation shows it; the heading unless given. */
  readonly title?: string;
  /** One sentence; the first paragraph unless given. */
  readonly summary?: string;
  /** Begins with the title: `# Title`. */
  readonly text: string;
  /** The way from the address that it is served at to the root of the site; that from `path` unless given. */
  readonly root?: string;
}

/** The way from a page to the root of the site, as in `../../`. */
export function rootOf(path: string): string {
  return path === "" ? "./" : "../".repeat(path.split("/").length - 1);
}
