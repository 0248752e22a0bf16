import { assertArgument } from "../errors/arguments.ts";
import { normalizeBaseUrl } from "../sending/address.ts";
import type { FakeService } from "./fake-service.ts";

/** The part of MSW's `http` that is used. You pass it in, so the package does not depend on MSW. */
export interface MswHttp<Handler> {
  all(path: string, resolver: (info: { request: Request }) => Promise<Response>): Handler;
}

/**
 * Creates handlers for MSW (https://mswjs.io) that respond with a fake service.
 *
 * @param http MSW's `http`
 * @param baseUrl the `baseUrl` of the client
 * @throws InvalidArgumentError if `createClient` would refuse `baseUrl`, or another argument is wrong
 * @example
 * import { createFakeService, createMswHandlers } from "@compute-host/client/testing";
 * import { http } from "msw";
 * import { setupServer } from "msw/node";
 * const server = setupServer(...createMswHandlers(http, "https://compute.example.com", createFakeService()));
 */
export function createMswHandlers<Handler>(
  http: MswHttp<Handler>,
  baseUrl: string | URL,
  service: FakeService,
): Handler[] {
  assertArgument(typeof Object(http).all === "function", "http", "the http of MSW", http);
  assertArgument(typeof Object(service).fetch === "function", "service", "a fake service", service);
  return [
    http.all(`${normalizeBaseUrl(baseUrl, "baseUrl")}/api/v0/*`, ({ request }) => service.fetch(request)),
  ];
}
