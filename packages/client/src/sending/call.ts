import type { OperationId } from "@compute-host/types";
import type { ComputeHostError, ErrorDetails } from "../errors/errors.ts";
import type { Redaction } from "../errors/redact.ts";
import type { ResponseBody } from "./response-body.ts";

/** The data of a call, with its response. */
export interface WithResponse<T> {
  readonly data: T;
  /** The HTTP status. */
  readonly status: number;
  /** The response; its body is already consumed. */
  readonly response: Response;
  /** The response header `X-Request-Id`. */
  readonly requestId: string | undefined;
  /** How many requests were sent. */
  readonly attempts: number;
}

/** A running call: a promise of its data. */
export interface ApiCall<T> extends Promise<T> {
  /** Resolves to the data and the response of this call; sends no second request. */
  withResponse(): Promise<WithResponse<T>>;
}

/** A request to send. */
export interface Call {
  /** Absent if the spec does not have the path or the method. */
  readonly operationId?: OperationId | undefined;
  /** Whether the call is sent without the token. */
  readonly isAnonymous?: boolean | undefined;
  readonly method: string;
  readonly url: string;
  /**
   * All headers by lower-case name. If `authorization` is among them, it is sent as it is and the token is
   * not used.
   */
  readonly headers: Record<string, string>;
  /** Other options of `fetch`; the body can be sent more than once. */
  readonly init?: RequestInit | undefined;
}

/** A call that got a response, whatever its status. */
export interface Exchange extends ResponseBody {
  readonly response: Response;
  /** Why the token could not be refreshed after a 401. */
  readonly cause: unknown;
  /** How many requests were sent. */
  readonly attempts: number;
  /** Hides the credentials that were sent. */
  redactionNow(): Redaction;
  /** Creates an error with the call's name and details, without the secrets of its request. */
  createError<E extends ComputeHostError>(
    type: new (message: string, details: ErrorDetails) => E,
    what: string,
    details: ErrorDetails,
  ): E;
}
