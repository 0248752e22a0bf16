import type { FastifyInstance } from "fastify";
import { ProblemError } from "./problem.ts";

/** How many requests a credential may send. */
export interface RateLimitOptions {
  readonly maxRequests: number;
  readonly windowMs: number;
}

/** Which pages of other origins may call the service from a browser. */
export interface CrossOriginOptions {
  readonly origins: readonly string[];
  readonly methods: readonly string[];
}

/** Limits the requests of each credential. Unauthenticated requests are already rejected and are not counted. */
export async function addRateLimit(
  http: FastifyInstance,
  { maxRequests, windowMs }: RateLimitOptions,
): Promise<void> {
  const { default: rateLimit } = await import("@fastify/rate-limit");
  await http.register(rateLimit, {
    max: maxRequests,
    timeWindow: windowMs,
    hook: "preParsing",
    keyGenerator: ({ principal }) => principal?.credentialId ?? "",
    allowList: ({ principal }) => principal === undefined,
    errorResponseBuilder: () => new ProblemError("rate-limited"),
    addHeadersOnExceeding: {
      "x-ratelimit-limit": false,
      "x-ratelimit-remaining": false,
      "x-ratelimit-reset": false,
    },
    addHeaders: {
      "x-ratelimit-limit": false,
      "x-ratelimit-remaining": false,
      "x-ratelimit-reset": false,
      "retry-after": true,
    },
  });
}

/** Responds to preflight requests and lets pages of these origins read responses. */
export async function addCors(
  http: FastifyInstance,
  { origins, methods }: CrossOriginOptions,
): Promise<void> {
  const { default: cors } = await import("@fastify/cors");
  await http.register(cors, {
    origin: [...origins],
    methods: [...methods],
    allowedHeaders: ["Authorization", "Content-Type"],
    exposedHeaders: ["X-Request-Id", "Retry-After", "WWW-Authenticate", "Allow"],
    maxAge: 600,
    strictPreflight: false,
  });
}
