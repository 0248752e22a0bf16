/** A description cannot be used; the message says in one line why, and what to do. */
export class DescriptionError extends Error {
  override readonly name = "DescriptionError";
  /** JSON Pointer to the place in the description. */
  readonly pointer: string;

  constructor(message: string, pointer: string) {
    // A name in the message may have line breaks.
    super(message.replaceAll(/\s+/g, " "));
    this.pointer = pointer;
  }
}
