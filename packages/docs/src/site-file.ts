/** A file of the site: its path below the root, and its content. */
export interface SiteFile {
  readonly path: string;
  /** Text is also written compressed; a file that is already compressed is a buffer. */
  readonly content: string | Buffer;
}
