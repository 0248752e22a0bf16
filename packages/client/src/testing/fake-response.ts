/** A response of the fake service, before it becomes a `Response`; it has no body if `body` is absent. */
export interface FakeResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
