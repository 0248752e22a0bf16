import type { FastifyInstance, FastifyReply } from "fastify";
import type { Metrics } from "../observability/metrics.ts";
import { addDocsSite } from "./docs-site.ts";

/** Options of {@link addOperatorRoutes}. */
export interface OperatorRoutesOptions {
  readonly metrics: Metrics;
  /** Whether the service accepts requests: the database works, and no shutdown has begun. */
  readonly isReady: () => Promise<boolean>;
  /** Why only reads are accepted; absent while writes are, too. */
  readonly writeRefusal: () => string | undefined;
  /** Why steps are waiting; absent while none is. */
  readonly waitingFor: () => string | undefined;
  /** Which part of the database is damaged although the service accepts requests; absent while none is. */
  readonly damage: () => string | undefined;
}

/**
 * Adds routes for operators and readers that are not part of the interface: health, metrics and the docs.
 * They need no credentials and reveal nothing about a computer.
 */
export function addOperatorRoutes(http: FastifyInstance, options: OperatorRoutesOptions): void {
  const { isReady, writeRefusal, waitingFor, damage, metrics } = options;
  // Still ready: the other nodes refuse writes too, and without a ready node a proxy would refuse reads as well.
  const state = () => {
    const reason = writeRefusal();
    if (reason !== undefined) return `ready for reads only: ${reason}\n`;
    const steps = waitingFor();
    return steps === undefined ? "ready\n" : `ready, but steps wait: ${steps}\n`;
  };
  const ready = () => {
    const damaged = damage();
    return damaged === undefined ? state() : `${state()}${damaged}\n`;
  };
  http.get("/healthz", (_request, reply) => sendText(reply, "ok\n"));
  http.get("/readyz", async (_request, reply) =>
    (await isReady())
      ? sendText(reply, ready())
      : sendText(reply.code(503).header("retry-after", "1"), "not ready\n"),
  );
  http.get("/metrics", async (_request, reply) => {
    const { contentType, text } = await metrics.render();
    return reply.header("cache-control", "no-store").type(contentType).send(text);
  });
  addDocsSite(http);
}

function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.header("cache-control", "no-store").type("text/plain; charset=utf-8").send(text);
}
