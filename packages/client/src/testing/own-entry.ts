import type { OperationId } from "@compute-host/types";

/** A table by operationId. Every object has a method of some names, which the compiler takes for entries. */
export type OperationTable<T> = Readonly<
  Partial<Record<Exclude<OperationId, keyof typeof Object.prototype>, T>>
>;

/** The entry of an operation in a table; an operation named like a method of every object need not have one. */
export function ownEntry<T>(table: OperationTable<T>, operationId: OperationId): T | undefined {
  const entries: Readonly<Record<string, T | undefined>> = table;
  return Object.hasOwn(entries, operationId) ? entries[operationId] : undefined;
}
