// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

import type * as types from "@compute-host/types";
import type { ApiCall } from "./api-call.ts";
import type { CallOptions } from "./options.ts";

/** The parameters of `computers.list`. */
export interface ListComputersParams {
    /**
     * Format: uuid
     * Host filter.
     *
     * **Decision:** only computers linked to exactly this host are returned. Either letter case of
     * the UUID matches; a value that is no UUID is answered with 400.
     * @example 3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10
     */
    hostId?: string | undefined;
    /**
     * Whether provisioning step details are included.
     *
     * **Decision:** without `true`, no computer in the list carries `provisioningSteps`; with `true`
     * every one does, as an empty array where it has none. Any value but `true` and `false` is
     * answered with 400.
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
   * **Decision:** unknown query parameters are ignored; a known one that is given twice is answered
   * with 400.
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
   * @throws InvalidResponseError The body of a success is not what the spec promises, or breaks the schema where `validate` is set.
   * @throws InvalidArgumentError An argument or an option is wrong; nothing was sent.
   * @example
   * const { computers } = await client.computers.list({ includeProvisioningSteps: true });
   */
  list(params?: ListComputersParams, options?: CallOptions): ApiCall<types.ComputerList>;

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
   * @throws InvalidResponseError The body of a success is not what the spec promises, or breaks the schema where `validate` is set.
   * @throws InvalidArgumentError An argument or an option is wrong; nothing was sent.
   * @example
   * const computer = await client.computers.get("cmp_01k9x7q2m4");
   */
  get(computerId: string, options?: CallOptions): ApiCall<types.Computer>;

  /**
   * Update a computer.
   *
   * Changes the name, the host or the remote user of a computer and returns the computer.
   *
   * **Decision:** an update is allowed in every status. All fields of one request are applied
   * together or not at all. A name or a host that is taken, and a host other than the one already set,
   * are answered with 409, and nothing changes.
   *
   * @param computerId Identifier of the computer.
   * @throws BadRequestError 400: The body is not JSON or breaks the schema. Nothing was changed.
   * @throws AuthenticationError 401: The request has no valid credentials.
   * @throws NotFoundError 404: There is no such computer.
   * @throws ConflictError 409: The update conflicts with the computer or with another one of the same owner. Nothing was changed.
   * @throws PayloadTooLargeError 413: The request body is too large. Nothing was changed.
   * @throws UnsupportedMediaTypeError 415: The request body is not `application/json`. Nothing was changed.
   * @throws RateLimitError 429: Too many requests.
   * @throws ServerError 500: The service failed.
   * @throws ServiceUnavailableError 503: The service cannot take the request now.
   * @throws ApiError other statuses: Any other error.
   * @throws TokenError The token function failed; nothing was sent.
   * @throws ConnectionError There was no complete response.
   * @throws TimeoutError `timeoutMs` or `deadlineMs` ran out.
   * @throws InvalidResponseError The body of a success is not what the spec promises, or breaks the schema where `validate` is set.
   * @throws InvalidArgumentError An argument or an option is wrong; nothing was sent.
   * @example
   * const computer = await client.computers.update("cmp_01k9x7q2m4", { name: "ci-runner" });
   */
  update(computerId: string, body: types.ComputerUpdate, options?: CallOptions): ApiCall<types.Computer>;

  /**
   * Retry the install-dependencies step.
   *
   * Starts the install-dependencies step of a computer again and returns the computer.
   *
   * **Decision:** the retry concerns the step with id `install-deps`. It is accepted when no install
   * session is running and every step before it has completed. It sets the step to `running` with a
   * new `installSessionId` and a fresh `startedAt`, clears its `error` and `completedAt`, sets the
   * computer to `provisioning`, and returns that record at once; the work goes on after the answer.
   * A computer has at most one install session at any time, across all nodes of the service.
   *
   * **Decision:** v0 has no operation for a failed step before `install-deps`. The operator of the service retries
   * from that step, and provisioning goes on from there.
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
   * @throws InvalidResponseError The body of a success is not what the spec promises, or breaks the schema where `validate` is set.
   * @throws InvalidArgumentError An argument or an option is wrong; nothing was sent.
   * @example
   * const computer = await client.computers.retryInstallDeps("cmp_01k9x7q2m4");
   */
  retryInstallDeps(computerId: string, options?: CallOptions): ApiCall<types.Computer>;
}

/** The resources of the spec, each with the methods of its operations. */
export interface Resources {
  readonly computers: ComputersOperations;
}
