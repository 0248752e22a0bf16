import { EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE } from "js-yaml";

type Event = ReturnType<typeof parseEvents>[number];

/** Positions of a YAML text's keys and items. Parses it a second time on demand, because most files never need it. */
export class YamlPositions {
  readonly #text: string;
  readonly #events: readonly Event[];
  /** Maps the start event of each collection to its end event. */
  readonly #ends: Int32Array;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#events = parseEvents(text, { maxDepth });
    this.#ends = endsOf(this.#events);
  }

  /** Returns the offset of the last part of the pointer that exists. */
  offsetOf(pointer: readonly string[]): number {
    let collection = this.#events.findIndex(({ type }) => type !== EVENT_ID.DOCUMENT);
    let offset = this.#startOf(collection);
    for (const part of pointer) {
      const found = this.#child(collection, part);
      if (!found) break;
      offset = found.offset;
      collection = found.value;
    }
    return offset;
  }

  #child(collection: number, part: string): { offset: number; value: number } | undefined {
    const event = this.#events[collection];
    const isMapping = event?.type === EVENT_ID.MAPPING;
    if (!isMapping && event?.type !== EVENT_ID.SEQUENCE) return undefined;
    const end = this.#ends[collection] ?? 0;
    for (let index = collection + 1, item = 0; index < end; item++) {
      const value = isMapping ? this.#after(index) : index;
      if (isMapping ? this.#keyText(index) === part : String(item) === part) {
        return { offset: this.#startOf(index), value };
      }
      index = this.#after(value);
    }
    return undefined;
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
    // Names of aliases and quoted texts begin behind a `*` or a quote.
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
