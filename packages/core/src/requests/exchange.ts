import type { Operation } from "../operations/operation.ts";
import type { AnyHandler } from "../operations/operation-types.ts";
import { type ReadyResponse, readyResponse } from "../operations/reply.ts";
import { ProblemError } from "../problems/problem.ts";
import { maxBodyBytes } from "../problems/problems.gen.ts";
import { refuseAsAsked } from "../problems/requested-failures.ts";
import { type ParameterSource, readParameters } from "./parameters.ts";
import { readBody } from "./request-body.ts";

/** Who sends a request. It sees and changes exactly the computers that it owns. */
export interface Principal {
  /** Owner ID of its computers. */
  readonly ownerId: string;
  /** Identifies the credential in rate limits and logs without revealing it. */
  readonly credentialId: string;
}

/** The part of a request before its body. */
export interface RequestHead extends ParameterSource {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Absent for a body whose length is known only at its end. */
  readonly bodyLength: number | undefined;
  /** The trace that the request belongs to, as a `traceparent`. */
  readonly trace: () => string;
}

/** What an implementation decides about a request from its head. */
export interface Gate<Head extends RequestHead> {
  /** Finds the sender by its credential; `undefined` if that is not accepted. */
  readonly authenticate: (head: Head) => Promise<Principal | undefined>;
  /** Counts a request, and returns how many milliseconds its sender has to wait, or 0. */
  readonly countAndWaitMs?: ((principal: Principal) => number) | undefined;
  /** Finds the failure that a sender asks for with `Prefer`; absent where failures cannot be requested. */
  readonly failureOf?: ((sender: string, prefer: string) => string | undefined) | undefined;
  /** `Retry-After` of a temporary failure that was asked for, in seconds. */
  readonly retryAfter: number;
}

/** The two halves of a request to an operation. */
export interface Exchange<Head extends RequestHead> {
  /** Checks everything that comes before the body. @throws ProblemError or NoResponseError */
  admit(head: Head): Promise<Principal | undefined>;
  /** Reads the body, then the parameters, and carries out the request. @throws ProblemError */
  carryOut(head: Head, ownerId: string | undefined, bytes?: Uint8Array): Promise<ReadyResponse>;
}

/** Makes the exchange of an operation. All share one order of checks. */
export function createExchange<Head extends RequestHead>(
  operation: Operation,
  handler: AnyHandler,
  gate: Gate<Head>,
): Exchange<Head> {
  function admitSender(head: Head, principal: Principal | undefined): Principal | undefined {
    if (principal === undefined && !operation.isAnonymous) throw new ProblemError("unauthenticated");
    const waitMs = principal === undefined ? 0 : (gate.countAndWaitMs?.(principal) ?? 0);
    if (waitMs > 0) {
      const headers = { "retry-after": String(Math.ceil(waitMs / 1_000)) };
      throw new ProblemError("rate-limited", { headers });
    }
    const prefer = gate.failureOf && head.field("prefer");
    if (prefer) {
      const sender = `${principal?.credentialId} ${head.method} ${head.target}`;
      refuseAsAsked(gate.failureOf?.(sender, prefer), gate.retryAfter);
    }
    admitBody(operation, head);
    return principal;
  }

  return {
    async admit(head) {
      return admitSender(head, operation.isAnonymous ? undefined : await gate.authenticate(head));
    },
    async carryOut(head, ownerId, bytes) {
      const body = readBody(operation, bytes);
      const { path: params, query, header: headers } = readParameters(operation, head);
      return readyResponse(
        operation,
        await handler({ ownerId, trace: head.trace, params, query, headers, body }),
      );
    },
  };
}

const bearer = /^bearer +([\w.~+/-]+=*)$/i;

/**
 * The token of a `Bearer` credential: the scheme is case-insensitive, the token a token68
 * ([RFC 6750, section 2.1](https://www.rfc-editor.org/rfc/rfc6750#section-2.1)).
 */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
}

/**
 * Refuses a body of the wrong type or length. Any parameter of the media type is accepted. A compressed body counts as
 * an unsupported media type (RFC 9110, section 15.5.16).
 */
function admitBody({ body }: Operation, { field, bodyLength }: RequestHead): void {
  if (body !== undefined) {
    const coding = field("content-encoding") ?? "identity";
    const type = field("content-type");
    const [mediaType = ""] = (type ?? "").split(";", 1);
    // An empty field names no media type either, but means that there is a body.
    const isOther =
      (bodyLength !== 0 || type !== undefined) && mediaType.trim().toLowerCase() !== "application/json";
    if (isOther || coding.toLowerCase() !== "identity") throw new ProblemError("unsupported-media-type");
  }
  if (bodyLength !== undefined && bodyLength > maxBodyBytes) throw new ProblemError("body-too-large");
}
