/** A file of the site: its path below the root, and what is in it. */
export interface SiteFile {
  readonly path: string;
  /** Text is also written compressed; what is compressed already is a buffer. */
  readonly content: string | Buffer;
}
