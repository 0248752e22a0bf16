/** What a call gave, with its response. */
export interface WithResponse<T> {
  data: T;
  /** The response; its body was read. */
  response: Response;
  /** The response header `X-Request-Id`. */
  requestId: string | undefined;
  /** How many requests were sent. */
  attempts: number;
}

/** A call under way: a promise of its data. */
export interface ApiCall<T> extends Promise<T> {
  /** The same call, with the response beside the data; it is not sent twice. */
  withResponse(): Promise<WithResponse<T>>;
}

/** Makes a call of its full result. */
export function createApiCall<T>(full: Promise<WithResponse<T>>): ApiCall<T> {
  const data = full.then((result) => result.data);
  return Object.assign(data, {
    withResponse() {
      // Its failure is reported through `full`, which is the one that is awaited.
      data.catch(() => {});
      return full;
    },
  });
}
