// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

import type * as types from "@compute-host/types";
import type { ApiCall } from "./sending/call.ts";
import type { CallOptions } from "./sending/options.ts";

/** The options of `computers.list`. */
export interface ListComputersOptions extends CallOptions {
  /**
   * Format: uuid.
   *
   * Host filter.
   *
   * **Decision:** returns only the computer linked to exactly this host; letter case does not matter. A value
   * that is not a UUID returns 400.
   *
   * @example 3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10
   */
  hostId?: string | undefined;
  /**
   * Whether provisioning step details are included.
   *
   * **Decision:** without `true`, no computer in the list carries `provisioningSteps`; with `true`
   * every one does, as an empty array where it has none. A value other than `true` or `false` returns 400.
   *
   * @example true
   */
  includeProvisioningSteps?: boolean | undefined;
}

/** The operations of the spec on computers. */
export interface ComputersOperations {
  /**
   * List computers.
   *
   * Returns computers. When `includeProvisioningSteps` is `true`, provisioning step details are included
   * in each computer.
   *
   * **Decision:** the list holds every computer that the caller owns, without pagination, newest first:
   * by `createdAt` descending, then by `id` descending.
   *
   * **Decision:** unknown query parameters are ignored. Sending a known one twice returns 400.
   *
   * @throws BadRequestError 400: A query parameter is invalid.
   * @throws AuthenticationError 401: The request has no valid credentials.
   * @throws RateLimitError 429: Too many requests.
   * @throws ServerError 500: The service failed.
   * @throws ServiceUnavailableError 503: The service cannot take the request now.
   * @throws ApiError other statuses: Any other error.
   * @throws TokenError The token function failed; nothing was sent.
   * @throws ConnectionError There was no complete response.
   * @throws TimeoutError `timeoutMs` or `deadlineMs` ran out.
   * @throws InvalidResponseError The body of a success is not what the spec promises, or with `validate` breaks the schema.
   * @throws InvalidArgumentError An argument is wrong; nothing was sent.
   * @example
   * const { computers } = await client.computers.list({ includeProvisioningSteps: true });
   */
  list(options?: ListComputersOptions): ApiCall<types.ComputerList>;

  /**
   * Get a computer.
   *
   * Returns one computer.
   *
   * **Decision:** the record always carries `provisioningSteps`.
   *
   * @param computerId Identifier of the computer.
   * @throws AuthenticationError 401: The request has no valid credentials.
   * @throws NotFoundError 404: There is no such computer.
   * @throws RateLimitError 429: Too many requests.
   * @throws ServerError 500: The service failed.
   * @throws ServiceUnavailableError 503: The service cannot take the request now.
   * @throws ApiError other statuses: Any other error.
   * @throws TokenError The token function failed; nothing was sent.
   * @throws ConnectionError There was no complete response.
   * @throws TimeoutError `timeoutMs` or `deadlineMs` ran out.
   * @throws InvalidResponseError The body of a success is not what the spec promises, or with `validate` breaks the schema.
   * @throws InvalidArgumentError An argument is wrong; nothing was sent.
   * @example
   * const computer = await client.computers.get("cmp_01k9x7q2m4");
   */
  get(computerId: string, options?: CallOptions): ApiCall<types.Computer>;

  /**
   * Update a computer.
   *
   * Changes the name, the host or the remote user of a computer and returns the computer.
   *
   * **Decision:** an update is allowed in every status. All fields of one request are applied together or not at
   * all. It returns 409 and changes nothing if another of your computers has the name or the host, or if this
   * computer already has a different host.
   *
   * @param computerId Identifier of the computer.
   * @throws BadRequestError 400: The body is not JSON or breaks the schema. Nothing was changed.
   * @throws AuthenticationError 401: The request has no valid credentials.
   * @throws NotFoundError 404: There is no such computer.
   * @throws ConflictError 409: The update conflicts with the computer or with another computer of the same owner. Nothing was changed.
   * @throws PayloadTooLargeError 413: The request body is too large. Nothing was changed.
   * @throws UnsupportedMediaTypeError 415: The request body is not `application/json`. Nothing was changed.
   * @throws RateLimitError 429: Too many requests.
   * @throws ServerError 500: The service failed.
   * @throws ServiceUnavailableError 503: The service cannot take the request now.
   * @throws ApiError other statuses: Any other error.
   * @throws TokenError The token function failed; nothing was sent.
   * @throws ConnectionError There was no complete response.
   * @throws TimeoutError `timeoutMs` or `deadlineMs` ran out.
   * @throws InvalidResponseError The body of a success is not what the spec promises, or with `validate` breaks the schema.
   * @throws InvalidArgumentError An argument is wrong; nothing was sent.
   * @example
   * const computer = await client.computers.update("cmp_01k9x7q2m4", { name: "ci-runner" });
   */
  update(computerId: string, body: types.ComputerUpdate, options?: CallOptions): ApiCall<types.Computer>;

  /**
   * Retry the install-dependencies step.
   *
   * Retries the install-dependencies step of a computer and returns the computer.
   *
   * **Decision:** the step with ID `install-deps` is retried. The service accepts the retry when no install
   * session is running and every earlier step has completed. It returns at once, before the work is done:
   *
   * - The step becomes `running` with a new `installSessionId` and `startedAt`, without `error` and `completedAt`.
   * - The computer becomes `provisioning`. The client's `waitUntilSettled` polls it.
   * - A computer has at most one install session at any time, across all nodes of the service.
   *
   * **Decision:** v0 has no operation that retries an earlier step. If one failed, ask the operator of the service
   * to retry from that step; provisioning continues from there.
   *
   * @param computerId Identifier of the computer.
   * @throws AuthenticationError 401: The request has no valid credentials.
   * @throws NotFoundError 404: There is no such computer.
   * @throws ConflictError 409: The step cannot be retried now. Nothing was changed.
   * @throws RateLimitError 429: Too many requests.
   * @throws ServerError 500: The service failed.
   * @throws ServiceUnavailableError 503: The service cannot take the request now.
   * @throws ApiError other statuses: Any other error.
   * @throws TokenError The token function failed; nothing was sent.
   * @throws ConnectionError There was no complete response.
   * @throws TimeoutError `timeoutMs` or `deadlineMs` ran out.
   * @throws InvalidResponseError The body of a success is not what the spec promises, or with `validate` breaks the schema.
   * @throws InvalidArgumentError An argument is wrong; nothing was sent.
   * @example
   * const computer = await client.computers.retryInstallDeps("cmp_01k9x7q2m4");
   */
  retryInstallDeps(computerId: string, options?: CallOptions): ApiCall<types.Computer>;
}

/** The resources of the spec, each with the methods of its operations. */
export interface Resources {
  readonly computers: ComputersOperations;
}
