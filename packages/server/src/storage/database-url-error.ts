/** The URL of the database cannot be used as it is. */
export class DatabaseUrlError extends Error {
  override readonly name = "DatabaseUrlError";
}
