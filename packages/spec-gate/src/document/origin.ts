import type { SourceFile } from "./source-file.ts";

/**
 * Where an object of the linked document was written. It keeps one part of its pointer, because there is one for each
 * object.
 */
export class Origin {
  readonly source: SourceFile;
  readonly #outer: Origin | readonly string[];
  readonly #key: string;

  constructor(source: SourceFile, outer: Origin | readonly string[], key = "") {
    this.source = source;
    this.#outer = outer;
    this.#key = key;
  }

  child(key: string): Origin {
    return new Origin(this.source, this, key);
  }

  get pointer(): readonly string[] {
    return this.#outer instanceof Origin ? [...this.#outer.pointer, this.#key] : this.#outer;
  }
}
