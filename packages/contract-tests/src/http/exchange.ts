import { isUtf8 } from "node:buffer";
import { acceptOf, type Operation } from "@compute-host/openapi";
import { type Authorization, authorizationField, bearerOf } from "./carried-credentials.ts";

/** A request as a case describes it; omitted parts are valid by default. */
export interface ContractRequest {
  readonly operation: Operation;
  /** Overrides the operation's method. */
  readonly method?: string;
  /** The path parameters by name. */
  readonly path?: Readonly<Record<string, string>>;
  /** The raw path on the wire, instead of the operation's. */
  readonly rawPath?: string;
  /** Query parameters in order, so that one can be sent twice. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  /** The raw query on the wire, instead of `query`. */
  readonly rawQuery?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** @default the token as a bearer token */
  readonly authorization?: Authorization;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as is, instead of `json`. */
  readonly rawBody?: string | Uint8Array<ArrayBuffer>;
  /** Sends the body in chunks, without `Content-Length`. */
  readonly isChunked?: boolean;
  /** The content type of the body; `null` sends none. @default JSON with a body */
  readonly contentType?: string | null;
}

/** A request and its response, without credentials, so that a failure can print it. */
export interface Exchange {
  readonly operation: Operation;
  readonly method: string;
  /** The path and query as sent. */
  readonly url: string;
  /** The request's own header fields, with variables instead of credentials. */
  readonly sentHeaders: readonly (readonly [name: string, value: string])[];
  readonly sentBody: string | Uint8Array | undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Whether the body is UTF-8. */
  readonly isUtf8: boolean;
  /** The body parsed as JSON, `undefined` if it is not JSON. */
  readonly json: unknown;
  /** When it was sent, on the clock of `performance`. */
  readonly startedAt: number;
  readonly durationMs: number;
}

const lenientUtf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Where and how requests are sent. */
export interface Sender {
  readonly token: string;
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  /** The time limit of an exchange, including its body. */
  readonly timeoutMs: number;
}

/** No complete response arrived: the connection failed, or it took too long. */
export class NoResponseError extends Error {
  override readonly name = "NoResponseError";
}

/** Sends one request and reads the whole response within the time limit. */
export async function exchange(sender: Sender, request: ContractRequest): Promise<Exchange> {
  const method = request.method ?? request.operation.method;
  const body = bodyOf(request);
  const authorization = request.authorization ?? bearerOf(sender);
  const url = requestUrl(request);
  const sent = headerFields(request, authorizationField(authorization, "value"));
  const startedAt = performance.now();
  let response: Response | undefined;
  try {
    response = await sender.fetch(sender.baseUrl + url, {
      method,
      headers: new Headers(sent),
      redirect: "manual",
      signal: AbortSignal.timeout(sender.timeoutMs),
      ...(body === undefined ? {} : requestBody(body, request.isChunked)),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    // Unlike `text()`, this keeps a byte order mark, which JSON does not allow (RFC 8259, section 8.1).
    const text = lenientUtf8.decode(bytes);
    return {
      operation: request.operation,
      method,
      url,
      sentHeaders: headerFields(request, authorizationField(authorization, "shown")),
      sentBody: body,
      status: response.status,
      headers: response.headers,
      text,
      isUtf8: isUtf8(bytes),
      json: parseJson(text),
      startedAt,
      durationMs: performance.now() - startedAt,
    };
  } catch (cause) {
    const isLate = cause instanceof Error && cause.name === "TimeoutError";
    const what = response ? `${response.status}, but its body broke off` : "no response";
    const why = isLate
      ? `no complete response within ${sender.timeoutMs} ms`
      : `${what} (${reasonOf(cause)})`;
    throw new NoResponseError(`${method} ${url} got ${why}.`, { cause });
  }
}

/** Builds the path and query of a request. */
export function requestUrl({ operation, path = {}, rawPath, query = [], rawQuery }: ContractRequest): string {
  const pathname =
    rawPath ??
    operation.path.replace(/\{([^}]+)\}/g, (_text, name: string) => {
      const value = path[name];
      if (value === undefined) throw new Error(`${operation.operationId} needs the path parameter ${name}.`);
      return encodeURIComponent(value);
    });
  const pairs = rawQuery ?? query.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
  return pairs === "" ? pathname : `${pathname}?${pairs}`;
}

function headerFields(
  request: ContractRequest,
  credentials: readonly [name: string, value: string][],
): [string, string][] {
  const { operation, contentType, headers = {} } = request;
  const accepted = acceptOf(operation).join(", ");
  const isTyped = contentType === undefined && bodyOf(request) !== undefined;
  const type = isTyped ? "application/json" : contentType;
  return [
    ...Object.entries(headers),
    ...(accepted !== "" && headers.accept === undefined ? [["accept", accepted] as [string, string]] : []),
    ...credentials,
    ...(type !== null && type !== undefined ? [["content-type", type] as [string, string]] : []),
  ];
}

function bodyOf({ rawBody, json }: ContractRequest): string | Uint8Array<ArrayBuffer> | undefined {
  return rawBody ?? (json === undefined ? undefined : JSON.stringify(json));
}

function requestBody(body: string | Uint8Array<ArrayBuffer>, isChunked = false): RequestInit {
  // Use bytes, because fetch adds a content type to a string.
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  if (!isChunked) return { body: bytes };
  // fetch sends a stream in chunks, because its length is unknown.
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  return { body: stream, duplex: "half" } as RequestInit;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { code } = cause as NodeJS.ErrnoException;
  return cause.cause instanceof Error ? reasonOf(cause.cause) : (code ?? cause.message);
}
