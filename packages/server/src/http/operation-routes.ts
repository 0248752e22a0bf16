import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Authenticator, Principal } from "../auth/authenticator.ts";
import type { Operation, OperationBody } from "../openapi/operation.ts";
import type { SchemaCheck } from "../openapi/schema-validation.ts";
import { parseJsonBody } from "./json-body.ts";
import type { AnyHandler, BodyText, OperationHandlers } from "./operation-types.ts";
import { createParameterReader } from "./parameters.ts";
import { invalidRequest, ProblemError } from "./problem.ts";
import type { ResponseWriter } from "./responses.ts";

/** Options of {@link addOperationRoutes}. */
export interface OperationRouteOptions {
  readonly operations: readonly BoundOperation[];
  readonly authenticator: Authenticator;
  readonly responses: ResponseWriter;
  readonly compile: (pointer: string) => SchemaCheck;
}

/** Adds the routes of the operations. One with a body gets its own scope, since bodies of the others are not parsed. */
export function addOperationRoutes(http: FastifyInstance, options: OperationRouteOptions): void {
  for (const bound of options.operations) {
    const { body } = bound.operation;
    if (body === undefined) addRoute(http, bound, options);
    else {
      http.register((scope, _options, done) => {
        acceptMediaTypes(scope, body);
        addRoute(scope, bound, options);
        done();
      });
    }
  }
}

/** Parses JSON; passes any other body that the spec names to the handler as bytes. */
function acceptMediaTypes(scope: FastifyInstance, { mediaTypes }: OperationBody): void {
  scope.removeAllContentTypeParsers();
  for (const mediaType of mediaTypes) {
    const isJson = /[/+]json$/i.test(mediaType);
    scope.addContentTypeParser(mediaType, { parseAs: "buffer" }, (_request, body, done) => {
      try {
        done(null, isJson ? parseJsonBody(body as Buffer) : body);
      } catch (error) {
        done(error as Error);
      }
    });
  }
}

function addRoute(
  http: FastifyInstance,
  { operation, handler }: BoundOperation,
  { authenticator, responses, compile }: OperationRouteOptions,
): void {
  const readParameters = createParameterReader(operation.parameters, compile, operation.path);
  const checkBody = createBodyCheck(operation, compile);
  const { operationId } = operation;

  function handle(request: FastifyRequest, reply: FastifyReply): void {
    try {
      const { principal, body } = request;
      checkBody?.(body);
      const { ownerId } = principal as Principal;
      const result = handler({ ownerId, ...readParameters(request), body });
      if (result instanceof Promise) {
        result.then(
          (text: BodyText | undefined) => responses.success(request, reply, operation, text),
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

/** Awaits nothing if the authenticator returns synchronously. */
function authenticate(authenticator: Authenticator): RequestHook {
  return (request, _reply, done) => {
    const accept = (principal: Principal | undefined): void => {
      request.principal = principal;
      done(principal === undefined ? new ProblemError("unauthenticated") : undefined);
    };
    try {
      const result = authenticator.authenticate(request.headers.authorization);
      if (result instanceof Promise) result.then(accept, done);
      else accept(result);
    } catch (error) {
      done(error as Error);
    }
  };
}

/** A compressed body counts as an unsupported media type (RFC 9110, section 15.5.16). */
const refuseEncoded: RequestHook = (request, _reply, done) => {
  const encoding = request.headers["content-encoding"];
  if (encoding === undefined || encoding.toLowerCase() === "identity") done();
  else done(new ProblemError("unsupported-media-type"));
};

function createBodyCheck(
  operation: Operation,
  compile: (pointer: string) => SchemaCheck,
): ((body: unknown) => void) | undefined {
  if (operation.body === undefined) return undefined;
  const { isRequired, schemaPointer } = operation.body;
  const check = schemaPointer === undefined ? undefined : compile(schemaPointer);
  return (body) => {
    if (body === undefined) {
      // A missing body is not JSON either.
      if (isRequired) throw new ProblemError("malformed-json");
      return;
    }
    // Bytes are a body of another media type, which has no JSON schema.
    const violations = Buffer.isBuffer(body) ? [] : (check?.(body) ?? []);
    if (violations.length > 0) throw invalidRequest(violations);
  };
}

/** An operation and its handler. */
export interface BoundOperation {
  readonly operation: Operation;
  readonly handler: AnyHandler;
}

/**
 * Binds every operation to the handler of its operationId.
 *
 * @throws Error naming every operation without a handler and every handler without an operation.
 */
export function bindOperations(
  operations: readonly Operation[],
  handlers: OperationHandlers | Readonly<Record<string, AnyHandler>>,
): readonly BoundOperation[] {
  const operationIds = new Set(operations.map(({ operationId }) => operationId));
  const bound = operations.flatMap((operation) => {
    const { operationId } = operation;
    // The compiler knows the type of each handler; the routes have checked what they pass on.
    const byId = handlers as Readonly<Record<string, AnyHandler>>;
    const handler = Object.hasOwn(byId, operationId) ? byId[operationId] : undefined;
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
