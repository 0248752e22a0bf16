import { type Check, mustBe } from "../errors/arguments.ts";
import type { TokenFunction } from "./options.ts";

/** A refresh that callers share. */
interface Refresh {
  readonly rejected: string;
  readonly token: Promise<string>;
  /** Aborts the token function and forgets the refresh. */
  end(reason: unknown): void;
  /** How many of its calls have not been aborted; `Infinity` once it has a token, which is then kept. */
  callers: number;
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
 * Wraps the `token` option. All callers whose token was refused share one refresh. Its key is the rejected
 * token, so that callers whose function returns the tokens of several principals are never mixed up.
 */
export function createTokenSource(token: unknown, name: string): TokenSource {
  if (typeof token !== "function") {
    const fixed = token === false ? undefined : sendable(token, name);
    return (_signal, rejected) => (rejected ? undefined : fixed);
  }
  const ask = async (refresh: boolean, signal: AbortSignal) =>
    sendable(await (token as TokenFunction)({ refresh, signal }), "token()");
  let last: Refresh | undefined;
  return async (signal, rejected) => {
    if (!rejected) {
      const current = await ask(false, signal);
      // The function still returns the refused token: its replacement is sent.
      return last?.rejected === current ? last.token : current;
    }
    if (last?.rejected !== rejected) {
      const controller = new AbortController();
      const started: Refresh = {
        rejected,
        token: ask(true, controller.signal),
        callers: 0,
        end(reason) {
          if (last === started) last = undefined;
          controller.abort(reason);
        },
      };
      started.token.then((given) => {
        started.callers = Infinity;
        // Getting the refused token again is not a refresh: the next 401 asks again.
        if (given === rejected) started.end(given);
      }, started.end);
      last = started;
    }
    const refresh = last;
    refresh.callers++;
    signal.addEventListener("abort", () => --refresh.callers || refresh.end(signal.reason));
    return refresh.token;
  };
}

/** Refuses a token that no header can carry: an error of `fetch` would contain it. */
const sendable = mustBe(
  "printable ASCII without spaces",
  (token) => typeof token === "string" && /^[!-~]+$/.test(token),
) as Check<string>;
