import { InvalidArgumentError } from "./errors.ts";
import type { TokenFunction } from "./options.ts";

/** A refresh that callers share. */
interface Refresh {
  readonly rejected: string;
  readonly token: Promise<string>;
  waiting: number;
  readonly controller: AbortController;
}

/**
 * Gives the token to send; with `rejected`, the one that the service refused with 401, a new one, or `undefined` if it cannot
 * be refreshed.
 */
export type TokenSource = (
  signal: AbortSignal,
  rejected?: string,
) => string | undefined | Promise<string | undefined>;

/**
 * Wraps the `token` option. All callers whose token was refused share one refresh; the rejected token keys it, so that
 * callers whose function returns another principal's token are never mixed up.
 */
export function createTokenSource(token: string | TokenFunction): TokenSource {
  if (typeof token !== "function") {
    checkToken(token);
    return (_signal, rejected) => (rejected === undefined ? token : undefined);
  }
  let last: Refresh | undefined;
  const ask = async (refresh: boolean, signal: AbortSignal) => checkToken(await token({ refresh, signal }));
  const start = (rejected: string): Refresh => {
    const controller = new AbortController();
    const refresh = { rejected, controller, waiting: 0, token: ask(true, controller.signal) };
    refresh.token.catch(() => forget(refresh));
    last = refresh;
    return refresh;
  };
  const forget = (refresh: Refresh) => {
    if (last === refresh) last = undefined;
  };
  return async (signal, rejected) => {
    if (rejected === undefined) {
      const current = await ask(false, signal);
      return last?.rejected === current ? last.token : current;
    }
    const refresh = last?.rejected === rejected ? last : start(rejected);
    refresh.waiting++;
    signal.addEventListener("abort", () => {
      if (--refresh.waiting) return;
      forget(refresh);
      refresh.controller.abort(signal.reason);
    });
    return refresh.token;
  };
}

/** `fetch` names a header value that it refuses in its error, and so the token: refuse it first. */
function checkToken(token: string): string {
  if (typeof token === "string" && /^[!-~]+$/.test(token)) return token;
  throw new InvalidArgumentError(
    "token must be a non-empty string of printable ASCII characters without spaces",
  );
}
