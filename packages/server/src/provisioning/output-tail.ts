/** The end of a command's output is where it says what went wrong; this many bytes of it are kept. */
const maxTailBytes = 4096;

/** Control characters and the escape sequences of terminals, which have no place in a JSON field. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
const controls = /\u001b\[[0-?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** Keeps the last part of an output, however long it is. */
export class OutputTail {
  #chunks: Buffer[] = [];
  #length = 0;

  /** Takes a piece of the output. */
  add(chunk: Buffer): void {
    this.#chunks.push(chunk.subarray(-maxTailBytes));
    this.#length += Math.min(chunk.length, maxTailBytes);
    if (this.#length < 2 * maxTailBytes) return;
    this.#chunks = [Buffer.concat(this.#chunks).subarray(-maxTailBytes)];
    this.#length = maxTailBytes;
  }

  /** The end of the output as readable text. */
  text(): string {
    const bytes = Buffer.concat(this.#chunks).subarray(-maxTailBytes);
    const text = new TextDecoder().decode(bytes).replaceAll(controls, "").trim();
    // The cut may have gone through a character.
    return text.replace(/^\ufffd+/, "");
  }
}
