import { EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE } from "js-yaml";

type Event = ReturnType<typeof parseEvents>[number];

interface Part {
  readonly offset: number;
  readonly value: number;
}

/**
 * Positions of the keys and items of YAML, and so of JSON. Parses it a second time on demand: most files never need
 * it.
 */
export class YamlPositions {
  readonly #text: string;
  readonly #events: readonly Event[];
  /** Maps the start event of each collection to its end event. */
  readonly #ends: Int32Array;
  readonly #parts = new Map<number, ReadonlyMap<string | undefined, Part>>();

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#events = parseEvents(text, { maxDepth });
    this.#ends = endsOf(this.#events);
  }

  /** Returns the offset of the last part of the pointer that exists. */
  offsetOf(pointer: readonly string[]): number {
    let collection = this.#events.findIndex(({ type }) => type !== EVENT_ID.DOCUMENT);
    let offset = this.#startOf(collection);
    for (const name of pointer) {
      const parts = this.#parts.get(collection) ?? this.#partsOf(collection);
      this.#parts.set(collection, parts);
      const part = parts.get(name);
      if (!part) break;
      offset = part.offset;
      collection = part.value;
    }
    return offset;
  }

  /** The keys or items of a collection: where each begins, and the event of its value. */
  #partsOf(collection: number): Map<string | undefined, Part> {
    const parts = new Map<string | undefined, Part>();
    const isMapping = this.#events[collection]?.type === EVENT_ID.MAPPING;
    if (!isMapping && this.#events[collection]?.type !== EVENT_ID.SEQUENCE) return parts;
    const end = this.#ends[collection] ?? 0;
    for (let index = collection + 1; index < end; ) {
      const value = isMapping ? this.#after(index) : index;
      const name = isMapping ? this.#keyText(index) : String(parts.size);
      if (!parts.has(name)) parts.set(name, { offset: this.#startOf(index), value });
      index = this.#after(value);
    }
    return parts;
  }

  #keyText(index: number): string | undefined {
    const event = this.#events[index];
    return event?.type === EVENT_ID.SCALAR ? getScalarValue(this.#text, event) : undefined;
  }

  /** Returns the index of the event after a node. */
  #after(index: number): number {
    const { type } = this.#events[index] ?? {};
    const isCollection = type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE;
    return (isCollection ? (this.#ends[index] ?? index) : index) + 1;
  }

  #startOf(index: number): number {
    const event = this.#events[index];
    if (!event || event.type === EVENT_ID.POP || event.type === EVENT_ID.DOCUMENT) return 0;
    // Names of aliases and quoted texts begin after a `*` or a quote.
    if (event.type === EVENT_ID.ALIAS) return Math.max(0, event.anchorStart - 1);
    if (event.type !== EVENT_ID.SCALAR) return event.start;
    const { SINGLE_QUOTED, DOUBLE_QUOTED } = SCALAR_STYLE;
    const isQuoted = event.style === SINGLE_QUOTED || event.style === DOUBLE_QUOTED;
    return Math.max(0, isQuoted ? event.valueStart - 1 : event.valueStart);
  }
}

function endsOf(events: readonly Event[]): Int32Array {
  const ends = new Int32Array(events.length);
  const open: number[] = [];
  for (const [index, { type }] of events.entries()) {
    if (type === EVENT_ID.POP) ends[open.pop() ?? 0] = index;
    else if (type !== EVENT_ID.SCALAR && type !== EVENT_ID.ALIAS) open.push(index);
  }
  return ends;
}
