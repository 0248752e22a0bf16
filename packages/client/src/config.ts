import { normalizeBaseUrl } from "./base-url.ts";
import { InvalidArgumentError } from "./errors.ts";
import type { ClientOptions, RequestOptions } from "./options.ts";

/** What a request is sent with: each limit set. */
export type Limits = Record<"timeoutMs" | "maxRetries" | "maxRetryAfterMs" | "deadlineMs", number>;

const defaults: Limits = {
  timeoutMs: 30_000,
  maxRetries: 2,
  maxRetryAfterMs: 60_000,
  deadlineMs: Number.POSITIVE_INFINITY,
};

/**
 * Resolves one limit. A limit of 0 ms would fail every call; no retries and no wait for `Retry-After` make sense.
 *
 * @throws InvalidArgumentError naming the option where its value is wrong
 */
export function resolveLimit(name: string, value: number | undefined, base: number): number {
  if (value === undefined) return base;
  const least = name.startsWith("max") ? "at least 0" : "above 0";
  if (typeof value === "number" && (value > 0 || (value === 0 && least !== "above 0"))) return value;
  throw new InvalidArgumentError(`${name} must be a number ${least}`);
}

/**
 * Resolves the limits: per call over per client over default.
 *
 * @throws InvalidArgumentError naming the option that is wrong
 */
export function resolveLimits(options: RequestOptions, base: Limits): Limits {
  const limit = (name: keyof Limits) => resolveLimit(name, options[name], base[name]);
  return {
    timeoutMs: limit("timeoutMs"),
    maxRetries: limit("maxRetries"),
    maxRetryAfterMs: limit("maxRetryAfterMs"),
    deadlineMs: limit("deadlineMs"),
  };
}

/**
 * Brings headers to lower-case names, so that a later one replaces an earlier one whatever its case.
 *
 * @throws InvalidArgumentError where a name or a value is not allowed in a header; it does not repeat the value
 */
export function resolveHeaders(headers: RequestOptions["headers"]): Record<string, string> {
  try {
    return Object.fromEntries(new Headers(headers) as Iterable<[string, string]>);
  } catch {
    throw new InvalidArgumentError("headers must be a record of valid HTTP header names and values");
  }
}

/** The options of a client, checked and complete. */
export interface Config extends ClientOptions {
  readonly headers: Record<string, string>;
  readonly limits: Limits;
}

/** Checks the client's options. */
export function resolveConfig(options: ClientOptions): Config {
  if (options.fetch && typeof options.fetch !== "function") {
    throw new InvalidArgumentError("fetch must be a function");
  }
  return {
    ...options,
    baseUrl: normalizeBaseUrl(options.baseUrl),
    headers: { accept: "application/json, application/problem+json", ...resolveHeaders(options.headers) },
    limits: resolveLimits(options, defaults),
  };
}
