import { type Check, mustBe } from "../errors/arguments.ts";
import type { TokenFunction } from "./options.ts";

/** A refresh that callers share. */
interface Refresh {
  readonly token: Promise<string>;
  /** Aborts the token function and forgets the refresh. */
  abort(reason: unknown): void;
  /** How many of its calls have not been aborted; `Infinity` once it has settled. */
  callers: number;
  /** How many tokens had been given when it gave no other token; later calls start another refresh. */
  failedAfter?: number;
}

/**
 * Returns the token to send. With `rejected`, a token that got a 401, it returns a new one, or `undefined` if it cannot
 * be refreshed.
 *
 * @param signal of this call only; aborted if the call gives up
 */
export type TokenSource = (
  signal: AbortSignal,
  rejected?: string,
) => string | undefined | Promise<string | undefined>;

/**
 * Wraps the `token` option. All calls whose token was refused share one refresh, whatever it gives; so does a later call
 * for which the function still returns the refused token, unless the refresh failed. Its key is the refused token, so
 * that callers whose function returns the tokens of several principals are never mixed up.
 */
export function createTokenSource(token: unknown, name: string): TokenSource {
  if (typeof token !== "function") {
    const fixed = token === false ? undefined : sendable(token, name);
    return (_signal, rejected) => (rejected ? undefined : fixed);
  }
  const ask = async (refresh: boolean, signal: AbortSignal) =>
    sendable(await (token as TokenFunction)({ refresh, signal }), "token()");
  let refreshes = new Map<string, Refresh>();
  let given = 0;
  /** The number of the token that each call got. */
  const numbers = new WeakMap<AbortSignal, number>();

  function start(rejected: string): Refresh {
    const controller = new AbortController();
    const started: Refresh = {
      token: ask(true, controller.signal),
      callers: 0,
      abort(reason) {
        refreshes.delete(rejected);
        controller.abort(reason);
      },
    };
    const settle = (fresh?: string) => {
      started.callers = Infinity;
      if (!fresh || fresh === rejected) started.failedAfter = given;
    };
    started.token.then(settle, () => settle());
    // Only the newest, as a process may see any number of tokens.
    refreshes = new Map([...refreshes].slice(-99)).set(rejected, started);
    return started;
  }

  return async (signal, rejected) => {
    const current = rejected ?? (await ask(false, signal));
    if (!rejected) numbers.set(signal, ++given);
    let refresh = refreshes.get(current);
    if ((numbers.get(signal) as number) > (refresh?.failedAfter as number)) refresh = undefined;
    if (!refresh && !rejected) return current;
    const joined = refresh ?? start(current);
    joined.callers++;
    signal.addEventListener("abort", () => --joined.callers || joined.abort(signal.reason));
    return joined.token;
  };
}

/** Refuses a token that no header can carry: an error of `fetch` would contain it. */
const sendable = mustBe(
  "printable ASCII without spaces",
  (token) => typeof token === "string" && /^[!-~]+$/.test(token),
) as Check<string>;
