import type { MaybePromise } from "./computer-store.ts";
import type { Operation } from "./operation.ts";
import type { AnyHandler } from "./operation-types.ts";
import { createParameterReader, type ParameterSource } from "./parameters.ts";
import { ProblemError } from "./problem.ts";
import { type ReadyResponse, readyResponse } from "./reply.ts";
import { readBody } from "./request-body.ts";

/** The text of a header field, by its name in lower case. */
type FieldReader = ParameterSource["field"];

const bearer = /^bearer +([\w.~+/-]+=*)$/i;

/** The token of `Bearer`, in any letter case, and a token68 ([RFC 6750, section 2.1](https://www.rfc-editor.org/rfc/rfc6750#section-2.1)). */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
}

/**
 * Refuses the body of a request by what comes before it. Every parameter of the media type is accepted. A compressed body counts as
 * an unsupported media type (RFC 9110, section 15.5.16).
 *
 * @throws ProblemError
 */
export function admitBody({ body }: Operation, field: FieldReader, isSent: boolean): void {
  if (body === undefined) return;
  const coding = field("content-encoding") ?? "identity";
  const type = field("content-type");
  const [mediaType = ""] = (type ?? "").split(";", 1);
  // An empty field names no media type either, but says that there is a body.
  const isOther = (isSent || type !== undefined) && mediaType.trim().toLowerCase() !== "application/json";
  if (isOther || coding.toLowerCase() !== "identity") throw new ProblemError("unsupported-media-type");
}

/** A request whose sender and body were admitted. */
export interface AdmittedRequest extends ParameterSource {
  /** Absent where no request needs credentials. */
  readonly ownerId: string | undefined;
  /** The trace that the request belongs to, as a `traceparent`. */
  readonly trace: () => string;
  /** Absent without a body. */
  readonly bytes: Uint8Array | undefined;
}

/** Carries out a request. @throws ProblemError */
export type Exchange = (request: AdmittedRequest) => MaybePromise<ReadyResponse>;

/** Makes what carries out an operation's requests: its body is read first, then its parameters, then its handler decides. */
export function createExchange(operation: Operation, handler: AnyHandler): Exchange {
  const readParameters = createParameterReader(operation);
  return (request) => {
    const body = readBody(operation, request.bytes);
    const { ownerId, trace } = request;
    const result = handler({ ownerId, trace, ...readParameters(request), body });
    return result instanceof Promise
      ? result.then((settled) => readyResponse(operation, settled))
      : readyResponse(operation, result);
  };
}
