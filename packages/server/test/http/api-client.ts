import type { StartedServer } from "../../src/index.ts";

/** A complete response. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; throws if it is not JSON. */
  readonly json: never;
}

/** How a request differs from an authenticated one without a body. */
export interface ApiRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged, as application/json unless the headers say otherwise. */
  readonly body?: string | Uint8Array;
  readonly key?: string;
}

/** A request that renames a computer. */
export const rename = (name: string): ApiRequest => ({ method: "PATCH", body: JSON.stringify({ name }) });

/** Sends requests to a server as the owner of its key. */
export function apiOf(server: Pick<StartedServer, "baseUrl" | "apiKey">) {
  return async (path: string, request: ApiRequest = {}): Promise<ApiResponse> => {
    const { method = "GET", body, key = server.apiKey, headers = {} } = request;
    const response = await fetch(server.baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      get json() {
        return JSON.parse(text) as never;
      },
    };
  };
}
