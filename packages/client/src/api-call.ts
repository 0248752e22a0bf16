import { requestIdOf } from "./exchange.ts";

/** What a call gave, with its response. */
export interface WithResponse<T> {
  readonly data: T;
  /** The response; its body was read. */
  readonly response: Response;
  /** The response header `X-Request-Id`. */
  readonly requestId: string | undefined;
  /** How many requests were sent. */
  readonly attempts: number;
}

/** A running call: a promise of its data. */
export interface ApiCall<T> extends Promise<T> {
  /** The same call with the response beside the data; sends nothing a second time. */
  withResponse(): Promise<WithResponse<T>>;
}

/**
 * Makes a call.
 *
 * @param send begins it; what it throws the call rejects with
 * @param conclude makes data of how it ended
 */
export function createApiCall<T, E extends { response: Response; attempts: number }>(
  send: () => Promise<E>,
  conclude: (end: E) => T | Promise<T>,
): ApiCall<T> {
  let sent: Promise<E>;
  try {
    sent = send();
  } catch (error) {
    sent = Promise.reject(error);
  }
  const call = sent.then(conclude) as ApiCall<T>;
  call.withResponse = async () => {
    const data = await call;
    const { response, attempts } = await sent;
    // Looking a header up costs a call that does not ask for it.
    return { data, response, requestId: requestIdOf(response), attempts };
  };
  return call;
}
