import type { Subject } from "./subject.ts";

/** One way in which a server misbehaves, and what a client makes of it. */
export interface Probe {
  /** What the server or the caller does. */
  readonly title: string;
  /** What this package's client must make of it, in the words that `run` reports. */
  readonly expected: string;
  /** Reports in words what a client did; the same words every time. */
  run(subject: Subject): Promise<string>;
}

/** How a call ended, or that it did not within a limit. */
export type Ending =
  | { state: "resolved"; value: unknown }
  | { state: "rejected"; error: unknown }
  | { state: "pending" };

const tickMs = 50;

/**
 * Waits for the end of a call, but not longer than a limit; by default one that only a call that hangs passes. The limit is
 * counted in ticks of the event loop, which a busy machine stretches as it does the call.
 */
export async function endOf(call: Promise<unknown>, limitMs = 60_000): Promise<Ending> {
  let ticking: NodeJS.Timeout | undefined;
  const limit = new Promise<Ending>((resolve) => {
    let left = limitMs / tickMs;
    ticking = setInterval(() => {
      if (--left <= 0) resolve({ state: "pending" });
    }, tickMs);
  });
  const end = call.then(
    (value): Ending => ({ state: "resolved", value }),
    (error): Ending => ({ state: "rejected", error }),
  );
  return Promise.race([end, limit]).finally(() => clearInterval(ticking));
}

/** An error in words: the client's own class, or a raw one of the platform. */
export function describeError(error: unknown): string {
  if (error instanceof DOMException) return `raw DOMException (${error.name})`;
  const {
    name: own,
    status,
    response,
  } = error as {
    name: string;
    status?: number;
    response?: { status: number };
  };
  // Some classes leave the name as it is.
  const name = own === "Error" ? (error as object).constructor.name : own;
  const shown = status ?? response?.status;
  return shown === undefined
    ? /^(Type|Syntax)Error$/.test(name)
      ? `raw ${name}`
      : name
    : `${name} ${shown}`;
}

/** A result in words, with openapi-fetch's `{ data, error }` taken apart. */
export function describeEnding(ending: Ending): string {
  if (ending.state === "pending") return "hangs";
  if (ending.state === "rejected") return describeError(ending.error);
  const { value } = ending;
  if (typeof value === "object" && value !== null && "response" in value) {
    const { error, data } = value as { error?: unknown; data?: unknown };
    if ("error" in value) return error === undefined ? "{ error: undefined }" : "returns { error }";
    return `returns data: ${describeValue(data)}`;
  }
  return `returns ${describeValue(value)}`;
}

function describeValue(value: unknown): string {
  if (value === undefined) return "undefined";
  if (typeof value === "string") return value === "" ? '""' : "the text";
  return "an object";
}
