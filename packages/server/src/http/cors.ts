import type { FastifyInstance } from "fastify";

/** Which origins' pages may call the service from a browser. */
export interface CrossOriginOptions {
  /** Origins; `loopback` stands for every origin of this machine's loopback addresses, with any port. */
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  /** Response header fields that the pages may read. */
  readonly fields: readonly string[];
}

const loopbackOrigin = /^https?:\/\/(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/;

/** Responds to preflight requests, and lets pages of these origins read responses. */
export async function addCors(
  http: FastifyInstance,
  { origins, methods, fields }: CrossOriginOptions,
): Promise<void> {
  const { default: cors } = await import("@fastify/cors");
  await http.register(cors, {
    origin: origins.map((origin) => (origin === "loopback" ? loopbackOrigin : origin)),
    methods: [...methods],
    exposedHeaders: [...new Set(["X-Request-Id", "Retry-After", "WWW-Authenticate", "Allow", ...fields])],
    maxAge: 600,
    strictPreflight: false,
    // Without `allowedHeaders`, the plugin allows what a preflight asks for; a fixed list would miss the fields that
    // tracing adds.
  });
}
