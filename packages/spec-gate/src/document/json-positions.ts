/** A key or item: where it begins, and where its value does. */
interface Part {
  readonly offset: number;
  readonly value: number;
}

/** Positions of a JSON text's keys and items. Reads what is around a place and nothing inside, since the text may be large. */
export class JsonPositions {
  readonly #text: string;
  readonly #parts = new Map<number, ReadonlyMap<string, Part>>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the offset of the last part of the pointer that exists. */
  offsetOf(pointer: readonly string[]): number {
    let value = this.#text.search(/\S/);
    let offset = value;
    for (const name of pointer) {
      const parts = this.#parts.get(value) ?? partsIn(this.#text, value);
      this.#parts.set(value, parts);
      const part = parts.get(name);
      if (!part) break;
      ({ offset, value } = part);
    }
    return offset;
  }
}

/** The keys or items of the object or list that begins at the offset. */
function partsIn(text: string, start: number): Map<string, Part> {
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]]|[^\s"{}[\],:]+/g;
  tokens.lastIndex = start;
  const parts = new Map<string, Part>();
  let depth = 0;
  let key: Part | undefined;
  let name = "";
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    const { 0: found, index } = token;
    if (found === "}" || found === "]") depth--;
    else if (depth === 1 && text[start] === "[")
      parts.set(String(parts.size), { offset: index, value: index });
    else if (depth === 1 && key === undefined) {
      key = { offset: index, value: index };
      name = String(JSON.parse(found));
    } else if (depth === 1 && key) {
      parts.set(name, { ...key, value: index });
      key = undefined;
    }
    if (found === "{" || found === "[") depth++;
    if (depth === 0) break;
  }
  return parts;
}
