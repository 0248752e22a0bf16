import manifest from "../package.json" with { type: "json" };
import { normalizeBaseUrl } from "./base-url.ts";
import { InvalidArgumentError } from "./errors.ts";
import type { ClientOptions, RequestOptions } from "./options.ts";

/** What a request is sent with: each limit set. */
export type Limits = Record<
  "timeoutMs" | "maxRetries" | "maxRetryAfterMs" | "maxResponseBytes" | "deadlineMs",
  number
>;

const defaults: Limits = {
  timeoutMs: 30_000,
  maxRetries: 2,
  maxRetryAfterMs: 60_000,
  maxResponseBytes: 33_554_432,
  deadlineMs: Number.POSITIVE_INFINITY,
};

const limitNames = Object.keys(defaults) as (keyof Limits)[];

/**
 * Resolves one limit. A limit of 0 ms would fail every call; no retries and no wait for `Retry-After` make sense.
 *
 * @throws InvalidArgumentError naming the option where its value is wrong
 */
export function resolveLimit(name: string, value: number | undefined, base: number): number {
  if (value === undefined) return base;
  const mayBeZero = name.startsWith("max");
  if (typeof value === "number" && (value > 0 || (mayBeZero && value === 0))) return value;
  throw new InvalidArgumentError(`${name} must be a number ${mayBeZero ? "at least" : "above"} 0`);
}

/**
 * Resolves the limits: per call over per client over default.
 *
 * @throws InvalidArgumentError naming the option that is wrong
 */
export function resolveLimits(options: RequestOptions, base: Limits): Limits {
  const limits = { ...base };
  for (const name of limitNames) limits[name] = resolveLimit(name, options[name], base[name]);
  return limits;
}

/**
 * Refuses headers of the connection: with a wrong `content-length`, for one, a request hangs until its timeout.
 *
 * @param headers by lower-case name
 */
export function checkHeaders(headers: Record<string, string>): void {
  for (const name in headers) {
    if (/^(host|connection|content-length|transfer-encoding)$/.test(name)) {
      throw new InvalidArgumentError(`headers must not have ${name}`);
    }
  }
}

/**
 * Brings headers to lower-case names, so that a later one replaces an earlier one whatever its case. `Authorization` is left
 * out: it comes from the token.
 *
 * @throws InvalidArgumentError where a name or a value is not allowed in a header; it does not repeat the value
 */
export function resolveHeaders(headers: RequestOptions["headers"]): Record<string, string> {
  let resolved: Record<string, string>;
  try {
    resolved = Object.fromEntries(new Headers(headers) as Iterable<[string, string]>);
  } catch {
    throw new InvalidArgumentError("headers must have valid names and values");
  }
  checkHeaders(resolved);
  delete resolved.authorization;
  return resolved;
}

/** The options of a client, checked and complete. */
export interface Config extends ClientOptions {
  readonly headers: Record<string, string>;
  readonly limits: Limits;
}

/** Checks the client's options. */
export function resolveConfig(options: ClientOptions): Config {
  checkObject("options", options);
  if (options.fetch && typeof options.fetch !== "function") {
    throw new InvalidArgumentError("fetch must be a function");
  }
  return {
    ...options,
    baseUrl: normalizeBaseUrl(options.baseUrl),
    headers: {
      accept: "application/json, application/problem+json",
      ...userAgent(),
      ...resolveHeaders(options.headers),
    },
    limits: resolveLimits(options, defaults),
  };
}

/** Throws an InvalidArgumentError where a value is not an object. */
export function checkObject(name: string, value: unknown): void {
  if (!isObject(value)) throw new InvalidArgumentError(`${name} must be an object`);
}

/** Whether a value is an object, of this realm or another, but not an array, a `Map` and the like. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === "[object Object]";
}

/** Browsers keep their own user agent, and some would ask the service first whether it allows another one. */
function userAgent(): Record<string, string> {
  const isBrowser = /^Mozilla/.test(`${globalThis.navigator?.userAgent}`);
  return isBrowser ? {} : { "user-agent": `compute-host-client/${manifest.version}` };
}
