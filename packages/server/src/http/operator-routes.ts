import type { FastifyInstance, FastifyReply } from "fastify";
import type { Metrics } from "../observability/metrics.ts";
import { addDocsSite } from "./docs-site.ts";

/** Options of {@link addOperatorRoutes}. */
export interface OperatorRoutesOptions {
  readonly metrics: Metrics;
  readonly readiness: () => Promise<Readiness>;
}

/** Whether a proxy should send requests to this node. */
export interface Readiness {
  /** Whether it serves reads, and no shutdown has begun. If only writes fail, they fail on all nodes. */
  readonly isReady: boolean;
  /** What fails and why, a line each. */
  readonly failing: readonly string[];
}

/**
 * Adds routes for operators and readers that are not part of the interface: health, metrics and the docs.
 * They need no credentials and reveal nothing about a computer.
 */
export function addOperatorRoutes(http: FastifyInstance, options: OperatorRoutesOptions): void {
  const { readiness, metrics } = options;
  http.get("/healthz", (_request, reply) => sendText(reply, "ok\n"));
  http.get("/readyz", async (_request, reply) => {
    const { isReady, failing } = await readiness();
    if (!isReady) reply.code(503).header("retry-after", "1");
    return sendText(reply, [isReady ? "ready" : "not ready", ...failing, ""].join("\n"));
  });
  http.get("/metrics", async (_request, reply) => {
    const { contentType, text } = await metrics.render();
    return reply.header("cache-control", "no-store").type(contentType).send(text);
  });
  addDocsSite(http);
}

function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.header("cache-control", "no-store").type("text/plain; charset=utf-8").send(text);
}
