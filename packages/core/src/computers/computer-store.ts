import type { Computer } from "@compute-host/types";
import type { JsonItems, JsonText } from "../schema/json-text.ts";
import type { ListFilter } from "./list-computers.ts";

/** The position of a computer in a list. */
export interface PageKey {
  readonly createdAt: number;
  readonly id: string;
}

/**
 * A page of a list. Every member is required, and every store destructures a query until {@link Nothing} is left: a new
 * member does not compile until each store handles it.
 */
export interface ListQuery extends ListFilter {
  readonly ownerId: string;
  /** Only what follows this computer: the `next` of the page before. */
  readonly after: PageKey | undefined;
}

/** The rest of an object whose members have all been taken: `const { id, ...rest } = key; rest satisfies Nothing`. */
export type Nothing = Record<string, never>;

/** The content of a page of a list. */
export interface ComputerPage {
  readonly text: JsonItems<Computer>;
  /** How many bytes of UTF-8 the text has. */
  readonly byteLength: number;
  /** Present when there may be more. */
  readonly next?: PageKey;
}

/** The effect of a change on a computer. */
export interface ComputerChange<C extends Computer = Computer> {
  /** The computer afterwards; the same object if nothing changes. */
  readonly computer: C;
  /** Whether it starts a provisioning job, which replaces any existing one. */
  readonly startsJob: boolean;
  /** The trace that the job belongs to, as a `traceparent`. */
  readonly traceparent?: string;
}

/** The computers as the handlers of operations use them. */
export interface ComputerPort<C extends Computer> {
  /** The JSON text of a computer with its steps, or `undefined` when this owner has no such computer. */
  get(key: { readonly id: string; readonly ownerId: string }): Promise<JsonText<C> | undefined>;
  /** A page of an owner's computers, newest first (`createdAt`, then `id`, both descending). */
  list(query: ListQuery): Promise<ComputerPage>;
  /**
   * Changes a computer, or nothing if `change` throws. `change` may be called more than once.
   *
   * @returns the JSON text of the computer afterwards, or `undefined` when this owner has no such computer.
   */
  change(
    key: { readonly id: string; readonly ownerId: string },
    change: (computer: C) => ComputerChange<C>,
  ): Promise<JsonText<C> | undefined>;
}
