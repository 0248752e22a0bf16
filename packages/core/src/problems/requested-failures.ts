import { isProblemKey, ProblemError, type ProblemOptions } from "./problem.ts";
import { type ProblemKey, problemTypes } from "./problems.gen.ts";

/** How many callers' countdowns are remembered; beyond that, the oldest are forgotten. */
const maxCountdowns = 1_000;

/**
 * Reads `Prefer: problem=NAME; times=N` ([RFC 7240, section 2](https://www.rfc-editor.org/rfc/rfc7240#section-2)), with
 * which a caller of a sandbox asks for a failure. With `times`, N requests from a sender fail and the next one does
 * not, to try retries; then the count starts over. Without `times`, every request fails.
 *
 * @returns a function of the sender (anything that tells its requests from others) and its header, which returns the
 * name of the failure, or `undefined` if this request does not fail
 */
export function createRequestedFailures(): (sender: string, prefer: string) => string | undefined {
  const countdowns = new Map<string, number>();
  return (sender, prefer) => {
    const { name, times } = requestedFailure(prefer);
    if (times === undefined) return name;
    const key = JSON.stringify([sender, name, times]);
    const left = countdowns.get(key) ?? times;
    // At 0 the countdown is deleted, so the next request starts over. Otherwise it moves to the end, so that the oldest
    // come first.
    countdowns.delete(key);
    if (left <= 0) return undefined;
    countdowns.set(key, left - 1);
    for (const oldest of countdowns.keys()) if (countdowns.size > maxCountdowns) countdowns.delete(oldest);
    return name;
  };
}

function requestedFailure(prefer: string): { readonly name?: string; readonly times?: number } {
  for (const preference of prefer.split(",")) {
    const [problem = [], ...parameters] = preference.split(";").map(readParameter);
    const [key, name] = problem;
    if (key !== "problem" || name === undefined) continue;
    const times = Number(parameters.find(([other]) => other === "times")?.[1]);
    return { name, ...(Number.isInteger(times) && { times }) };
  }
  return {};
}

/** The key, in lower case, and the value of `key=value` or `key="value"`; nothing for any other text. */
function readParameter(text: string): readonly (string | undefined)[] {
  const [, key, value] = /^\s*(\w+)\s*=\s*"?([\w-]+)"?\s*$/.exec(text) ?? [];
  return [key?.toLowerCase(), value];
}

/** A request gets no response, as its sender asked. */
export class NoResponseError extends Error {
  /** Whether the connection breaks; otherwise nothing happens. */
  readonly breaksConnection: boolean;

  constructor(breaksConnection: boolean) {
    super();
    this.breaksConnection = breaksConnection;
  }
}

/**
 * Throws the failure that was asked for; an unknown name is ignored
 * ([RFC 7240, section 2](https://www.rfc-editor.org/rfc/rfc7240#section-2)).
 */
export function refuseAsAsked(name: string | undefined, retryAfter: number): void {
  if (name === "timeout" || name === "connection") throw new NoResponseError(name === "connection");
  if (name !== undefined && isProblemKey(name))
    throw requestedProblem(name, retryAfter, { "preference-applied": `problem=${name}` });
}

/** A problem that was asked for; a temporary one says when to retry. */
export function requestedProblem(
  key: ProblemKey,
  retryAfter: number,
  fields: ProblemOptions["headers"] = {},
): ProblemError {
  const isPassing = [429, 503].includes(problemTypes[key].status);
  const headers = { ...fields, ...(isPassing && { "retry-after": String(retryAfter) }) };
  return new ProblemError(key, { headers });
}
