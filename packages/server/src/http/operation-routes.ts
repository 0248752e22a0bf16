import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Authenticator, Principal } from "../auth/authenticator.ts";
import type { Operation } from "../openapi/operations.ts";
import type { SchemaCheck } from "../openapi/schema-validation.ts";
import { parseJsonBody } from "./json-body.ts";
import type { JsonBody, OperationHandler } from "./operation-handlers.ts";
import { invalidRequest, ProblemError } from "./problem.ts";
import { createQueryReader } from "./query.ts";
import type { ResponseWriter } from "./responses.ts";

/** What the routes of operations are made from. */
export interface OperationRouteOptions {
  readonly operations: readonly BoundOperation[];
  readonly authenticator: Authenticator;
  readonly responses: ResponseWriter;
  readonly compile: (pointer: string) => SchemaCheck;
}

/** Adds the routes of the operations: those with a body are apart, since a body of the others is left alone. */
export function addOperationRoutes(http: FastifyInstance, options: OperationRouteOptions): void {
  const { operations } = options;
  const hasBody = ({ operation }: BoundOperation) => operation.bodySchemaPointer !== undefined;
  for (const bound of operations.filter((bound) => !hasBody(bound))) addRoute(http, bound, options);
  http.register((scope, _options, done) => {
    acceptJsonOnly(scope);
    for (const bound of operations.filter(hasBody)) addRoute(scope, bound, options);
    done();
  });
}

function acceptJsonOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

function addRoute(
  http: FastifyInstance,
  { operation, handler }: BoundOperation,
  { authenticator, responses, compile }: OperationRouteOptions,
): void {
  const readQuery = createQueryReader(operation.queryParameters, compile);
  const checkBody = createBodyCheck(operation, compile);
  const { operationId } = operation;

  function handle(request: FastifyRequest, reply: FastifyReply): void {
    try {
      const { principal, params, query, body } = request;
      checkBody?.(body);
      const result = handler({
        ownerId: (principal as Principal).ownerId,
        params: params as Record<string, string>,
        query: readQuery(query as string),
        body,
      });
      if (result instanceof Promise) {
        result.then(
          (text: JsonBody) => responses.success(request, reply, operation, text),
          (error: unknown) => responses.failure(request, reply, error),
        );
      } else responses.success(request, reply, operation, result);
    } catch (error) {
      responses.failure(request, reply, error);
    }
  }

  http.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    config: { operationId },
    onRequest:
      checkBody === undefined ? authenticate(authenticator) : [authenticate(authenticator), refuseEncoded],
    handler: handle,
  });
}

type RequestHook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** Nothing awaits where the authenticator responses at once. */
function authenticate(authenticator: Authenticator): RequestHook {
  return (request, _reply, done) => {
    const accept = (principal: Principal | undefined): void => {
      request.principal = principal;
      done(principal === undefined ? new ProblemError("unauthenticated") : undefined);
    };
    const result = authenticator.authenticate(request.headers.authorization);
    if (result instanceof Promise) result.then(accept, done);
    else accept(result);
  };
}

/** A compressed body is another media type than the one that is accepted (RFC 9110, section 15.5.16). */
const refuseEncoded: RequestHook = (request, _reply, done) => {
  const encoding = request.headers["content-encoding"];
  if (encoding === undefined || encoding.toLowerCase() === "identity") done();
  else done(new ProblemError("unsupported-media-type"));
};

function createBodyCheck(
  operation: Operation,
  compile: (pointer: string) => SchemaCheck,
): ((body: unknown) => void) | undefined {
  if (operation.bodySchemaPointer === undefined) return undefined;
  const check = compile(operation.bodySchemaPointer);
  return (body) => {
    // No body at all is no JSON either.
    if (body === undefined) throw new ProblemError("malformed-json");
    const violations = check(body);
    if (violations.length > 0) throw invalidRequest(violations);
  };
}

/** An operation and what carries it out. */
export interface BoundOperation {
  readonly operation: Operation;
  readonly handler: OperationHandler;
}

/**
 * Binds every operation to the handler of its operationId.
 *
 * @throws Error naming every operation without a handler and every handler without an operation.
 */
export function bindOperations(
  operations: readonly Operation[],
  handlers: Readonly<Record<string, OperationHandler>>,
): readonly BoundOperation[] {
  const operationIds = new Set(operations.map(({ operationId }) => operationId));
  const bound = operations.flatMap((operation) => {
    const handler = Object.hasOwn(handlers, operation.operationId)
      ? handlers[operation.operationId]
      : undefined;
    return handler === undefined ? [] : [{ operation, handler }];
  });
  const boundIds = new Set(bound.map(({ operation }) => operation.operationId));
  const problems = [
    ...[...operationIds].filter((id) => !boundIds.has(id)).map((id) => `the operation ${id} has no handler`),
    ...Object.keys(handlers)
      .filter((id) => !operationIds.has(id))
      .map((id) => `the handler ${id} has no operation`),
  ];
  if (problems.length > 0) throw new Error(`The spec and the service disagree: ${problems.join("; ")}.`);
  return bound;
}
