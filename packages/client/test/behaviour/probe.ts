import type { Subject } from "./subject.ts";

/** A way in which a server or a caller misbehaves, and how a client handles it. */
export interface Probe {
  /** The behaviour of the server or the caller. */
  readonly title: string;
  /** The required result for this package's client, as `run` reports it. */
  readonly expected: string;
  /** Describes what a client did, in the same words every time. */
  run(subject: Subject): Promise<string>;
}

/** The end of a call, or `pending` if it did not end within the limit. */
export type Ending =
  | { state: "resolved"; value: unknown }
  | { state: "rejected"; error: unknown }
  | { state: "pending" };

const tickMs = 50;

/**
 * Waits for the end of a call, up to a limit; the default is long enough for every call that does not hang. The limit counts
 * ticks of the event loop, which a busy machine slows down as much as the call.
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

/** Describes an error: the client's own class, or a raw one of the platform. */
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
  // Some classes do not set their name.
  const name = own === "Error" ? (error as object).constructor.name : own;
  const shown = status ?? response?.status;
  return shown === undefined
    ? /^(Type|Syntax)Error$/.test(name)
      ? `raw ${name}`
      : name
    : `${name} ${shown}`;
}

/** Describes a result; for openapi-fetch, the parts of `{ data, error }`. */
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
