import type { FastifyInstance, FastifyReply } from "fastify";
import type { Metrics } from "../observability/metrics.ts";
import { addDocsSite } from "./docs-site.ts";
import { type ProblemPageContent, problemPages } from "./problem-pages.ts";

/** What the operator's routes tell about. */
export interface OperatorRoutesOptions {
  /** The spec as it was written. */
  readonly specText: string;
  /** The same, parsed. */
  readonly spec: object;
  /** The kinds of problems that the service sends. */
  readonly problems: readonly ProblemPageContent[];
  readonly metrics: Metrics;
  /** Whether the service takes requests: the database responses, and no shutdown has begun. */
  readonly isReady: () => Promise<boolean>;
}

/** A page brings its own styles and scripts, and loads nothing else. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Adds what operators and readers need and the interface does not have: health, metrics, the spec and its reference.
 * None of it needs credentials and none of it tells anything about a computer.
 */
export function addOperatorRoutes(http: FastifyInstance, options: OperatorRoutesOptions): void {
  addHealth(http, options);
  addSpec(http, options);
  addPages(http, options);
}

function addHealth(http: FastifyInstance, { isReady, metrics }: OperatorRoutesOptions): void {
  http.get("/healthz", (_request, reply) => sendText(reply, "ok\n"));
  http.get("/readyz", async (_request, reply) =>
    (await isReady())
      ? sendText(reply, "ready\n")
      : sendText(reply.code(503).header("retry-after", "1"), "not ready\n"),
  );
  http.get("/metrics", async (_request, reply) => {
    const { contentType, text } = await metrics.render();
    return reply.header("cache-control", "no-store").type(contentType).send(text);
  });
}

function addSpec(http: FastifyInstance, { spec, specText }: OperatorRoutesOptions): void {
  const json = JSON.stringify(spec, undefined, 2);
  http.get("/openapi.yaml", (_request, reply) =>
    reply.type("application/yaml; charset=utf-8").send(specText),
  );
  http.get("/openapi.json", (_request, reply) => reply.type("application/json; charset=utf-8").send(json));
}

function addPages(http: FastifyInstance, { problems }: OperatorRoutesOptions): void {
  addDocsSite(http);
  const pages = problemPages(problems);
  for (const [path, page] of pages) {
    http.get(path, (_request, reply) => sendPage(reply, "text/html; charset=utf-8", page));
  }
}

function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.header("cache-control", "no-store").type("text/plain; charset=utf-8").send(text);
}

function sendPage(reply: FastifyReply, contentType: string, body: string | Buffer): FastifyReply {
  return reply
    .header("content-security-policy", pagePolicy)
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .type(contentType)
    .send(body);
}
