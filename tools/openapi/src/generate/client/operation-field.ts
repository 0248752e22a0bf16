/** A member of an operation in the client's sources, and its source. */
export type Field = readonly [name: string, source: string];
