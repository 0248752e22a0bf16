/** A description cannot be used; the message says in one line why, and what to do. */
export class DescriptionError extends Error {
  override readonly name = "DescriptionError";
  /** JSON Pointer to the place in the description; `undefined` if the message names the place. */
  readonly pointer: string | undefined;

  constructor(message: string, pointer?: string, options?: ErrorOptions) {
    // A name in it may have line breaks.
    super(message.replaceAll(/\s+/g, " "), options);
    this.pointer = pointer;
  }
}
