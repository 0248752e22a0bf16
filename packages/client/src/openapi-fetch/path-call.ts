import type { paths } from "@compute-host/types";
import type { Client } from "openapi-fetch";
import { readSuccess, sendOperation } from "../client.ts";
import { InvalidArgumentError, withCaller } from "../errors/errors.ts";
import { type Operation, readJson, readNothing } from "../operation.ts";
import { createPathSerializer, serializeQuery } from "../sending/address.ts";
import type { Exchange } from "../sending/call.ts";
import { superviseCall } from "../sending/call-control.ts";
import { type Config, refuseHeaders, withOptions } from "../sending/config.ts";
import { beginningOf, checkExchange, parseRedacted } from "../sending/response-error.ts";
import { sendCall } from "../sending/run.ts";
import { fetchOptions, type Init } from "./path-options.ts";

/** What openapi-fetch returns. */
export interface Result {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** Sends a call as the methods do. */
export async function sendLikeMethod(
  clientConfig: Config,
  operation: Operation,
  init: Init,
): Promise<Result> {
  const { params: { path = {}, query } = {}, body, ...options } = init;
  const address = createPathSerializer(clientConfig.baseUrl + operation.path)((name) => path[name]);
  const config = withOptions(clientConfig, options as object);
  const exchange = await sendOperation(config, operation, address, query, body);
  const { response } = exchange;
  return isError(exchange)
    ? { error: errorOf(exchange), response }
    : { data: await readSuccess(config, operation, exchange), response };
}

/** Lets openapi-fetch run middleware, write the request, which is sent as by the methods, and read the response. */
export function sendThroughOpenApiFetch(
  core: Client<paths>,
  clientConfig: Config,
  operation: Operation | undefined,
  method: string,
  path: string,
  init: Init,
): Promise<Result> {
  const { headers: _, baseUrl: __, fetch: ownFetch, ...options } = init;
  const { params, querySerializer, parseAs = "json" } = init;
  const config = withOptions(clientConfig, options as object);
  const names = operation?.query;
  const Own = init.Request ?? Request;
  let isWritten = false;

  function createRequest(...args: ConstructorParameters<typeof Request>): Request {
    const request = new Own(...args);
    isWritten = true;
    return request;
  }
  // openapi-fetch asks whether what middleware returns is an instance.
  createRequest.prototype = Own.prototype;

  async function send(sent: Request): Promise<Response> {
    const { url, signal } = sent;
    const headers = Object.fromEntries(sent.headers as Iterable<[string, string]>);
    // One that the call or middleware sets replaces the token. An empty one is refused: the client's would be sent.
    const { authorization, ...others } = headers;
    refuseHeaders(authorization ? others : headers);
    await config.validate?.["~check"](operation?.operationId, init.body);
    // In memory, so that it can be sent more than once.
    const body = await sent.arrayBuffer();
    const call = {
      ...operation,
      method: sent.method,
      url,
      // No token goes to another address.
      isAnonymous: operation?.isAnonymous || !url.startsWith(`${config.baseUrl}/`),
      headers,
      init: {
        ...Object.fromEntries(
          fetchOptions.map((name) => [name, sent[name as "cache"] ?? init[name as "body"]]),
        ),
        body: body.byteLength > 0 ? body : undefined,
      } as RequestInit,
    };
    const fetch: Config["fetch"] = ownFetch ? (...given) => ownFetch(new Request(...given)) : config.fetch;
    const exchange = await sendCall({ ...config, signal, fetch }, call);
    const { response, body: text } = exchange;
    if (isError(exchange)) {
      const error = errorOf(exchange);
      return copyResponse(response, typeof error === "string" ? error : JSON.stringify(error));
    }
    // Nothing is known about the body of another path.
    if (parseAs === "json")
      await readSuccess(config, operation ?? { read: text ? readJson : readNothing }, exchange);
    return copyResponse(response, text);
  }

  // A `Request` and middleware add listeners to a signal; the caller's signal would keep them.
  return superviseCall(config.signal, async ({ signal }) => {
    const prepared = {
      ...init,
      // For paths of the spec, parameters are written and checked as in the methods.
      querySerializer:
        querySerializer ??
        (names && ((values: Record<string, unknown>) => serializeQuery(values, names).slice(1))),
      // Without a `path`, openapi-fetch would send `{computerId}` literally.
      params: { ...params, path: params?.path ?? {} },
      signal,
      fetch: send,
      Request: createRequest,
    };
    try {
      return (await core.request(method as never, path as never, prepared as never)) as Result;
    } catch (error) {
      // The platform's error may contain a secret. Later ones may be of middleware.
      if (isWritten || error instanceof InvalidArgumentError) throw withCaller(error);
      throw new InvalidArgumentError("headers, body, Request and pathSerializer must be valid");
    }
  });
}

/** Whether a response has an error status, which openapi-fetch returns. Throws what the methods throw for others. */
function isError(exchange: Exchange): boolean {
  const { ok, status } = exchange.response;
  if (ok || status < 400 || status > 599) checkExchange(exchange);
  return !ok;
}

/** The body of an error, without credentials. */
function errorOf({ body, redactionNow }: Exchange): unknown {
  const { redact } = redactionNow();
  try {
    return parseRedacted(body, redact);
  } catch {
    return beginningOf(body, redact);
  }
}

/** Copies a response, with a body that middleware can read in any way. */
function copyResponse({ status, statusText, headers, url }: Response, body: string): Response {
  // A response with a status such as 204 can only be constructed without a body.
  const copy = new Response(body || null, { status, statusText, headers });
  return Object.defineProperty(copy, "url", { value: url });
}
