import {
  type CallOptions,
  type ComputeHostClient,
  createClient,
  isApiError,
  isAuthenticationError,
  isBadRequestError,
  isConflictError,
  isNotFoundError,
  isPayloadTooLargeError,
  isRateLimitError,
  isServerError,
  isServiceUnavailableError,
  isUnsupportedMediaTypeError,
  type OperationId,
  type WithResponse,
} from "@compute-host/client";
import type { Target } from "../targets/target.ts";

type ClientCall = (
  client: ComputeHostClient,
  computerId: string,
  options?: CallOptions,
) => Promise<WithResponse<unknown>>;

/** How the client is asked for each operation; the compiler and a test hold it to the spec's operations. */
export const clientCalls: Readonly<Record<OperationId, ClientCall>> = {
  listComputers: (client, _computerId, options) => client.computers.list({}, options).withResponse(),
  getComputer: (client, computerId, options) => client.computers.get(computerId, options).withResponse(),
  updateComputer: (client, computerId, options) =>
    client.computers.update(computerId, {}, options).withResponse(),
  retryInstallDeps: (client, computerId, options) =>
    client.computers.retryInstallDeps(computerId, options).withResponse(),
};

/** What the client throws for each error status of the spec; a test holds it to the spec's statuses. */
export const errorGuards: Readonly<Record<string, (error: unknown) => boolean>> = {
  "400": isBadRequestError,
  "401": isAuthenticationError,
  "404": isNotFoundError,
  "409": isConflictError,
  "413": isPayloadTooLargeError,
  "415": isUnsupportedMediaTypeError,
  "429": isRateLimitError,
  "500": isServerError,
  "503": isServiceUnavailableError,
  default: isApiError,
};

/** A client of a target that reports every answer at once, without a retry. */
export function clientOf(target: Target, token = target.token): ComputeHostClient {
  const { baseUrl, timeoutMs } = target;
  return createClient({
    baseUrl,
    token,
    timeoutMs,
    maxRetries: 0,
    fetch: (url, init) => target.fetch(url, init),
  });
}
