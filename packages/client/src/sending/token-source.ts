import { type Check, mustBe } from "../errors/arguments.ts";
import type { TokenFunction } from "./options.ts";

/** A refresh that calls share. */
interface Refresh {
  readonly token: Promise<string>;
  /** Aborts the token function. */
  readonly controller: AbortController;
  /** How many of its calls have not been aborted; `Infinity` once it has settled. */
  calls: number;
  /** How many tokens had been given when it gave no other token; later calls start another refresh. */
  failedAfter?: number;
}

/**
 * Returns the token to send. With `rejected`, a token that got a 401, it returns a new one, or the same if there is no
 * other.
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
    return (_signal, rejected) => rejected ?? fixed;
  }
  const ask = async (refresh: boolean, signal: AbortSignal) =>
    sendable(await (token as TokenFunction)({ refresh, signal }), "token()");
  let refreshes = new Map<string, Refresh>();
  let given = 0;
  /** The number of the token that each call got. */
  const numbers = new WeakMap<AbortSignal, number>();

  return async (signal, rejected) => {
    const current = rejected ?? (await ask(false, signal));
    if (!rejected) numbers.set(signal, ++given);
    let refresh = refreshes.get(current);
    if (!refresh || (numbers.get(signal) as number) > (refresh.failedAfter as number)) {
      if (!rejected) return current;
      const controller = new AbortController();
      const started: Refresh = { token: ask(true, controller.signal), controller, calls: 0 };
      const settle = (fresh: string) => {
        started.calls = Infinity;
        if (fresh === rejected) started.failedAfter = given;
      };
      started.token.then(settle, () => settle(rejected));
      // Only the newest, as a process may see any number of tokens.
      refreshes = new Map([...refreshes].slice(-99)).set(rejected, started);
      refresh = started;
    }
    const shared = refresh;
    shared.calls++;
    signal.addEventListener("abort", () => {
      if (--shared.calls) return;
      refreshes.delete(current);
      shared.controller.abort(signal.reason);
    });
    return shared.token;
  };
}

/** Refuses a token that no header can carry: an error of `fetch` would contain it. */
const sendable = mustBe(
  "printable ASCII without spaces",
  (token) => typeof token === "string" && /^[!-~]+$/.test(token),
) as Check<string>;
