import type { Operation } from "../spec/operations.ts";

/** A request as a case describes it; what is left out is valid. */
export interface ContractRequest {
  readonly operation: Operation;
  /** Overrides the operation's method. */
  readonly method?: string;
  /** The path parameters by name. */
  readonly path?: Readonly<Record<string, string>>;
  /** Query parameters in order, so that one can be sent twice. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly headers?: Readonly<Record<string, string>>;
  /** The value of `Authorization`; `null` sends none. @default the target's token */
  readonly authorization?: string | null;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, in place of `json`. */
  readonly rawBody?: string | Uint8Array<ArrayBuffer>;
  /** The content type of the body; `null` sends none. @default application/json where a body is sent */
  readonly contentType?: string | null;
}

/** A request and its answer. No credential is in it, so that a failure can print it. */
export interface Exchange {
  readonly operation: Operation;
  readonly method: string;
  /** The path and query as sent. */
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body parsed as JSON, `undefined` where it is none. */
  readonly json: unknown;
  readonly durationMs: number;
}

/** Where and how requests are sent. */
export interface Sender {
  readonly baseUrl: string;
  readonly token: string;
  readonly fetch: typeof globalThis.fetch;
  /** The limit of one exchange, its body included. */
  readonly timeoutMs: number;
}

/** Sends one request and reads the whole answer within the time limit. */
export async function exchange(sender: Sender, request: ContractRequest): Promise<Exchange> {
  const method = request.method ?? request.operation.method;
  const url = requestUrl(request);
  const startedAt = performance.now();
  try {
    const response = await sender.fetch(sender.baseUrl + url, {
      method,
      headers: requestHeaders(sender, request),
      redirect: "manual",
      signal: AbortSignal.timeout(sender.timeoutMs),
      ...requestBody(request),
    });
    const text = await response.text();
    const durationMs = performance.now() - startedAt;
    const { status, headers } = response;
    return {
      operation: request.operation,
      method,
      url,
      status,
      headers,
      text,
      json: parseJson(text),
      durationMs,
    };
  } catch (cause) {
    const isLate = cause instanceof Error && cause.name === "TimeoutError";
    const limit = isLate ? ` within ${sender.timeoutMs} ms` : "";
    throw new Error(`${method} ${url} got no whole answer from ${sender.baseUrl}${limit}.`, { cause });
  }
}

function requestUrl({ operation, path = {}, query = [] }: ContractRequest): string {
  const pathname = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    if (value === undefined) throw new Error(`${operation.operationId} needs the path parameter ${name}.`);
    return encodeURIComponent(value);
  });
  const pairs = query.map((pair) => pair.map(encodeURIComponent).join("="));
  return pairs.length > 0 ? `${pathname}?${pairs.join("&")}` : pathname;
}

function requestHeaders(sender: Sender, request: ContractRequest): Headers {
  const headers = new Headers(request.headers);
  const authorization =
    request.authorization === undefined ? `Bearer ${sender.token}` : request.authorization;
  if (authorization !== null) headers.set("authorization", authorization);
  const hasBody = request.rawBody !== undefined || request.json !== undefined;
  const contentType = request.contentType === undefined && hasBody ? "application/json" : request.contentType;
  if (contentType) headers.set("content-type", contentType);
  return headers;
}

function requestBody({ rawBody, json }: ContractRequest): { body?: Uint8Array<ArrayBuffer> } {
  const text = rawBody ?? (json === undefined ? undefined : JSON.stringify(json));
  if (text === undefined) return {};
  // Bytes, not a string: fetch would add a content type of its own to a string.
  return { body: typeof text === "string" ? new TextEncoder().encode(text) : text };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
