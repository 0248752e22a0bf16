import { normalizeBaseUrl } from "../config.ts";
import type { FakeService } from "./fake-service.ts";

/** The part of MSW's `http` that is used; it is passed in, so that the package does not need MSW. */
export interface MswHttp<Handler> {
  all(path: string, resolver: (info: { request: Request }) => Promise<Response>): Handler;
}

/**
 * Makes handlers for MSW (https://mswjs.io) that answer as a fake service.
 *
 * @param http MSW's `http`
 * @param baseUrl what the client was made with
 * @throws InvalidArgumentError where `createClient` would throw it for `baseUrl`
 * @example
 * import { http } from "msw";
 * import { setupServer } from "msw/node";
 * const server = setupServer(...createMswHandlers(http, "https://compute.example.com", createFakeService()));
 */
export function createMswHandlers<Handler>(
  http: MswHttp<Handler>,
  baseUrl: string,
  service: FakeService,
): Handler[] {
  return [http.all(`${normalizeBaseUrl(baseUrl)}/api/v0/*`, ({ request }) => service.fetch(request))];
}
