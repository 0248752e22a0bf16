import type { SourceFile } from "./source-file.ts";

/** What `$dynamicRef` means: the outermost schema of each dynamic anchor. */
export type DynamicScope = ReadonlyMap<string, Origin>;

/** Where an object of the linked document was written. It keeps one part of its pointer, because there is one for each object. */
export class Origin {
  readonly source: SourceFile;
  /** What `$dynamicRef` means here, by what led to the place. */
  readonly scope: DynamicScope | undefined;
  readonly #outer: Origin | readonly string[];
  readonly #key: string;

  constructor(source: SourceFile, outer: Origin | readonly string[], key = "", scope?: DynamicScope) {
    this.source = source;
    this.scope = scope;
    this.#outer = outer;
    this.#key = key;
  }

  child(key: string): Origin {
    return new Origin(this.source, this, key, this.scope);
  }

  withScope(scope: DynamicScope): Origin {
    return new Origin(this.source, this.#outer, this.#key, scope);
  }

  get pointer(): readonly string[] {
    return this.#outer instanceof Origin ? [...this.#outer.pointer, this.#key] : this.#outer;
  }
}
