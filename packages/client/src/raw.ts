/**
 * The typed openapi-fetch client over the same transport, for what the methods of the client do not cover.
 *
 * @packageDocumentation
 */
import type { paths } from "@compute-host/types";
import createOpenApiFetch, { type Client } from "openapi-fetch";
import { resolveConfig } from "./config.ts";
import { InvalidArgumentError } from "./errors.ts";
import type { ClientOptions } from "./options.ts";
import { RequestRecord } from "./request-record.ts";
import { createPathSerializer } from "./serialize-path.ts";
import { createTransport } from "./transport.ts";

/** Statuses whose response has no body (the Fetch standard refuses to construct one with it). */
const withoutBody = new Set([204, 205, 304]);

/**
 * Makes an openapi-fetch client (https://openapi-ts.dev/openapi-fetch) of the spec, with the authentication, retries, timeouts,
 * hooks and path guard of `createClient`. As in openapi-fetch an error status is no exception but `error`; a broken connection
 * and a timeout are the same errors as in `createClient`.
 *
 * @throws InvalidArgumentError where an option is wrong
 * @example
 * const raw = createRawClient({ baseUrl: "https://compute.example.com", token });
 * const { data, error, response } = await raw.GET("/api/v0/computers/{computerId}", {
 *   params: { path: { computerId: "cmp_01k9x7q2m4" } },
 * });
 */
export function createRawClient(options: Omit<ClientOptions, "validate">): Client<paths> {
  const config = resolveConfig(options);
  const transport = createTransport(config);
  const send = async ({ url, init }: RequestRecord): Promise<Response> => {
    if (url.includes("{"))
      throw new InvalidArgumentError("every path parameter must be given, in params.path");
    const { signal, headers, ...rest } = init;
    const { response, body } = await transport(
      { url, init: { ...rest, headers: Object.fromEntries(headers as Iterable<[string, string]>) } },
      { options: { signal: signal ?? undefined }, read: (received) => received.arrayBuffer() },
    );
    const { status, statusText } = response;
    // The attempt has read the body, for the timeout to cover it; openapi-fetch reads it again.
    return new Response(withoutBody.has(status) ? null : body, {
      status,
      statusText,
      headers: response.headers,
    });
  };
  return createOpenApiFetch<paths>({
    baseUrl: config.baseUrl,
    fetch: send as unknown as (request: Request) => Promise<Response>,
    Request: RequestRecord as unknown as typeof Request,
    pathSerializer: (address, params) => createPathSerializer(address)(params),
  });
}
