import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Operation } from "../openapi/operation.ts";
import type { SchemaCompiler } from "../openapi/schema-validation.ts";
import { type Authentication, createAuthenticationHook, type RequestHook } from "./authentication.ts";
import type { AnyHandler } from "./operation-types.ts";
import { createParameterReader } from "./parameters.ts";
import { ProblemError } from "./problem.ts";
import { type HandlerResult, successHead } from "./reply.ts";
import { acceptBodies, checkBodyIsSent } from "./request-body.ts";
import { type ResponseWriter, traceOf } from "./responses.ts";

/** Options of {@link addOperationRoutes}. */
export interface OperationRouteOptions {
  readonly operations: readonly BoundOperation[];
  readonly authentication: Authentication;
  readonly responses: ResponseWriter;
  readonly compile: SchemaCompiler;
}

/** Adds the routes of the operations. One with a body gets its own scope, since bodies of the others are not parsed. */
export function addOperationRoutes(http: FastifyInstance, options: OperationRouteOptions): void {
  for (const bound of options.operations) {
    const { operation } = bound;
    if (operation.body === undefined) addRoute(http, bound, options);
    else {
      http.register((scope, _options, done) => {
        acceptBodies(scope, operation, options.compile);
        addRoute(scope, bound, options);
        done();
      });
    }
  }
}

function addRoute(
  http: FastifyInstance,
  { operation, handler }: BoundOperation,
  { authentication, responses, compile }: OperationRouteOptions,
): void {
  const readParameters = createParameterReader(operation.parameters, compile);
  const { operationId, body: takenBody } = operation;
  const served = { operation, successHead: successHead(operation) };

  function handle(request: FastifyRequest, reply: FastifyReply): void {
    try {
      const { principal, body } = request;
      if (takenBody !== undefined) checkBodyIsSent(operation, body);
      const result = handler({
        ownerId: principal?.ownerId,
        trace: () => traceOf(request),
        ...readParameters(request),
        body,
      });
      if (result instanceof Promise) {
        result.then(
          (settled: HandlerResult) => responses.success(request, reply, served, settled),
          (error: unknown) => responses.failure(request, reply, error),
        );
      } else responses.success(request, reply, served, result);
    } catch (error) {
      responses.failure(request, reply, error);
    }
  }

  const authenticate = createAuthenticationHook(operation, authentication);
  http.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    config: {
      operationId,
    },
    onRequest: [
      ...(operation.notices ? [withFields(operation.notices)] : []),
      ...(authenticate ? [authenticate] : []),
      ...(takenBody ? [refuseEncoded] : operation.method === "GET" ? [] : [ignoreMediaType]),
    ],
    handler: handle,
  });
}

/** Adds header fields to each response, those of errors too. */
function withFields(fields: Readonly<Record<string, string>>): RequestHook {
  return (_request, reply, done) => {
    reply.headers(fields);
    done();
  };
}

/** A body that is not read may have any type, even one that Fastify would refuse as malformed. */
const ignoreMediaType: RequestHook = ({ raw }, _reply, done) => {
  delete raw.headers["content-type"];
  done();
};

/** A compressed body counts as an unsupported media type (RFC 9110, section 15.5.16). */
const refuseEncoded: RequestHook = (request, _reply, done) => {
  const encoding = request.headers["content-encoding"];
  if (encoding === undefined || encoding.toLowerCase() === "identity") done();
  else done(new ProblemError("unsupported-media-type"));
};

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
  handlers: object,
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
