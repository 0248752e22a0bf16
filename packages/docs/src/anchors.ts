/** Assigns the IDs of a page. Each is unique: a second one with the same name gets a number. */
export class Anchors {
  readonly #taken = new Set<string>();

  /** Returns the requested ID if it is free; white space becomes hyphens. */
  take(wanted: string): string {
    const base = wanted.trim().replaceAll(/\s+/g, "-") || "section";
    let id = base;
    for (let count = 2; this.#taken.has(id); count++) id = `${base}-${count}`;
    this.#taken.add(id);
    return id;
  }
}

/** The words of a heading as an ID: `Wait for a computer` becomes `wait-for-a-computer`. */
export function slugify(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}

/** A link to an ID on the same page. */
export function fragment(id: string): string {
  return `#${encodeURIComponent(id)}`;
}
