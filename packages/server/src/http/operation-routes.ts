import {
  type AnyHandler,
  createExchange,
  type Gate,
  type Operation,
  type OperationHandlers,
  operations,
  type RequestHead,
} from "@compute-host/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Admission, admissionLimits, createAdmission } from "./admission.ts";
import { type ResponseWriter, traceOf } from "./responses.ts";

/** The head of a request to the service. */
export interface ServedHead extends RequestHead {
  readonly request: FastifyRequest;
}

/** Options of {@link addOperationRoutes}. */
export interface OperationRouteOptions {
  readonly handlers: OperationHandlers;
  readonly gate: Gate<ServedHead>;
  readonly responses: ResponseWriter;
  /** Called for each request that is refused because too many are unfinished. */
  readonly onShed: () => void;
}

/** Adds the routes of the operations. */
export function addOperationRoutes(http: FastifyInstance, options: OperationRouteOptions): void {
  http.removeAllContentTypeParsers();
  // Fastify finds a parser faster by an exact type than by the wildcard.
  http.addContentTypeParser(["application/json", "*"], { parseAs: "buffer" }, (_request, bytes, parsed) =>
    parsed(null, bytes),
  );
  const lists = createAdmission(admissionLimits.lists, options.onShed);
  const others = createAdmission(admissionLimits.others, options.onShed);
  for (const operation of operations)
    addRoute(http, operation, operation.operationId === "listComputers" ? lists : others, options);
}

function addRoute(
  http: FastifyInstance,
  operation: Operation,
  admission: Admission,
  { handlers, gate, responses }: OperationRouteOptions,
): void {
  const { operationId, method, path, body, notices = {} } = operation;
  // The compiler checks the type of each handler, and core checks what it passes on.
  const handler = handlers[operationId as keyof OperationHandlers] as AnyHandler;
  const exchange = createExchange(operation, handler, gate);

  function carryOut(request: FastifyRequest, reply: FastifyReply, head: ServedHead): void {
    const { principal, body } = request;
    const begin = () => exchange.carryOut(head, principal?.ownerId, body as Buffer | undefined);
    admission.run(begin).then(
      (result) => responses.success(request, reply, operationId, result),
      (error: unknown) => responses.failure(request, reply, error),
    );
  }

  http.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ":$1"),
    config: { operationId },
    onRequest(request, reply, done) {
      try {
        admission.assertRoom();
      } catch (error) {
        return done(error as Error);
      }
      const head = headOf(request);
      reply.headers(notices);
      // Do not wait for a body that nothing reads.
      exchange.admit(head).then(() => (body ? done() : carryOut(request, reply, head)), done);
    },
    handler: (request, reply) => carryOut(request, reply, headOf(request)),
  });
}

function headOf(request: FastifyRequest): ServedHead {
  const { headers, method, params, query, raw } = request;
  const { "content-length": length = "0", "transfer-encoding": coding } = headers;
  return {
    request,
    method,
    target: raw.url ?? "/",
    bodyLength: coding === undefined ? Number(length) : undefined,
    trace: () => traceOf(request),
    path: params as Readonly<Record<string, string>>,
    query: (query as { readonly text: string }).text,
    field(name) {
      const text = Object.hasOwn(headers, name) ? headers[name] : undefined;
      return Array.isArray(text) ? text.join(", ") : text;
    },
  };
}
