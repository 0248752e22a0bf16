import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Operation } from "../openapi/operation.ts";
import type { SchemaCompiler } from "../openapi/schema-validation.ts";
import {
  type Authentication,
  challengeOf,
  createAuthenticationHook,
  credentialsDetail,
  type RequestHook,
} from "./authentication.ts";
import type { AnyHandler } from "./operation-types.ts";
import { createParameterReader } from "./parameters.ts";
import { routedPath } from "./path-template.ts";
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
  // Fastify adds a HEAD to each GET, unless there is one.
  const headFirst = options.operations.toSorted((a, b) => Number(isHead(b)) - Number(isHead(a)));
  for (const bound of headFirst) {
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

function isHead({ operation }: BoundOperation): boolean {
  return operation.method === "HEAD";
}

function addRoute(
  http: FastifyInstance,
  { operation, handler }: BoundOperation,
  { authentication, responses, compile }: OperationRouteOptions,
): void {
  const path = routedPath(operation.path);
  const readParameters = createParameterReader(operation.parameters, { compile, path });
  const { operationId, body: takenBody } = operation;
  const served = { operation, successHead: successHead(operation) };
  const hasChoice = Object.entries(operation.responses).some(
    ([status, { mediaTypes }]) => status.startsWith("2") && mediaTypes.length > 1,
  );

  function handle(request: FastifyRequest, reply: FastifyReply): void {
    try {
      const { principal, body, bodyType: mediaType } = request;
      if (takenBody !== undefined) checkBodyIsSent(operation, body);
      const result = handler({
        ownerId: principal?.ownerId,
        trace: () => traceOf(request),
        ...readParameters(request),
        accept: hasChoice ? request.headers.accept : undefined,
        body,
        mediaType,
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
  const isSafe = operation.method === "GET" || operation.method === "HEAD";
  http.route({
    method: operation.method,
    url: path.url,
    config: {
      operationId,
      challenge: challengeOf(operation, authentication.securitySchemes),
      credentials: credentialsDetail(operation, authentication.securitySchemes),
      ...(takenBody && { mediaTypes: takenBody.content.map(({ mediaType }) => mediaType) }),
      // Otherwise the plugin takes every OPTIONS for a preflight request.
      ...(operation.method === "OPTIONS" && { cors: { preflightContinue: true } }),
    },
    onRequest: [
      ...(operation.notices ? [withFields(operation.notices)] : []),
      ...(operation.method === "OPTIONS" ? [endPreflight] : []),
      ...(authenticate ? [authenticate] : []),
      ...(takenBody ? [refuseEncoded] : isSafe ? [] : [ignoreMediaType]),
    ],
    handler: handle,
  });
}

/** Sends what the CORS plugin has prepared; any other OPTIONS is for the handler. */
const endPreflight: RequestHook = ({ headers }, reply, done) => {
  const isPreflight = headers["access-control-request-method"] !== undefined;
  if (isPreflight && reply.hasHeader("access-control-allow-methods")) reply.code(204).send();
  else done();
};

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
