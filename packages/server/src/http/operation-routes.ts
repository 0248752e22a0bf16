import { type AnyHandler, admitBody, createExchange, type Operation } from "@compute-host/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Authentication, createAuthenticationHook, type RequestHook } from "./authentication.ts";
import { type ResponseWriter, traceOf } from "./responses.ts";

/** Options of {@link addOperationRoutes}. */
export interface OperationRouteOptions {
  readonly operations: readonly Operation[];
  /** A handler for each operation, by operationId. */
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly authentication: Authentication;
  readonly responses: ResponseWriter;
}

/**
 * Adds the routes of the operations. One with a body gets its own scope, since bodies of the others are not parsed.
 *
 * @throws Error for an operation without a handler
 */
export function addOperationRoutes(http: FastifyInstance, options: OperationRouteOptions): void {
  for (const operation of options.operations) {
    if (operation.body === undefined) addRoute(http, operation, options);
    else {
      http.register((scope, _options, done) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser(
          ["application/json", "*"],
          { parseAs: "buffer" },
          (_request, bytes, parsed) => parsed(null, bytes),
        );
        addRoute(scope, operation, options);
        done();
      });
    }
  }
}

function addRoute(
  http: FastifyInstance,
  operation: Operation,
  { handlers, authentication, responses }: OperationRouteOptions,
): void {
  const { operationId, method, path, body, notices } = operation;
  const handler = handlers[operationId];
  if (handler === undefined) throw new Error(`The operation ${operationId} has no handler.`);
  const carryOut = createExchange(operation, handler);

  function handle(request: FastifyRequest, reply: FastifyReply): void {
    try {
      const result = carryOut({
        ownerId: request.principal?.ownerId,
        trace: () => traceOf(request),
        path: request.params as Readonly<Record<string, string>>,
        query: request.query as string,
        field: (name) => fieldOf(request, name),
        bytes: request.body as Buffer | undefined,
      });
      if (result instanceof Promise) {
        result.then(
          (settled) => responses.success(request, reply, operationId, settled),
          (error: unknown) => responses.failure(request, reply, error),
        );
      } else responses.success(request, reply, operationId, result);
    } catch (error) {
      responses.failure(request, reply, error);
    }
  }

  const authenticate = createAuthenticationHook(operation, authentication);
  http.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ":$1"),
    config: { operationId },
    onRequest: [
      ...(notices ? [withFields(notices)] : []),
      ...(authenticate ? [authenticate] : []),
      ...(body || method === "GET" ? [] : [ignoreMediaType]),
    ],
    preParsing: body
      ? [
          (request, _reply, _payload, done) => {
            const { "content-length": length = "0", "transfer-encoding": coding } = request.headers;
            admitBody(operation, (name) => fieldOf(request, name), length !== "0" || coding !== undefined);
            done();
          },
        ]
      : [],
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

function fieldOf({ headers }: FastifyRequest, name: string): string | undefined {
  const text = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return Array.isArray(text) ? text.join(", ") : text;
}
