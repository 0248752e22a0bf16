import manifest from "../package.json" with { type: "json" };
import { normalizeBaseUrl } from "./base-url.ts";
import { optionOrVariable } from "./environment.ts";
import { argumentFrom, assertArgument } from "./errors.ts";
import type { ClientOptions, RequestOptions } from "./options.ts";
import { accept } from "./requests.gen.ts";
import { createTokenSource, type TokenSource } from "./token-source.ts";

/** The limits of a request, all of them set. */
export type Limits = Record<
  "timeoutMs" | "maxRetries" | "maxRetryAfterMs" | "maxResponseBytes" | "deadlineMs",
  number
>;

const defaultLimits: Limits = {
  timeoutMs: 30_000,
  maxRetries: 2,
  maxRetryAfterMs: 60_000,
  // 32 MiB.
  maxResponseBytes: 2 ** 25,
  deadlineMs: Infinity,
};

/** The options of a client, checked and complete. */
export interface Config extends ClientOptions {
  readonly baseUrl: string;
  readonly tokenFor: TokenSource;
  readonly headers: Record<string, string>;
  readonly limits: Limits;
  /** Credentials besides header fields, by names that say so; texts of the client do not show them. */
  readonly secrets?: Record<string, string>;
}

/**
 * Checks the client's options, and reads the address and the token from the environment if they are left out. A token of the
 * environment is never sent to another address.
 *
 * @throws InvalidArgumentError naming the wrong option or variable
 */
export function resolveConfig(options: ClientOptions = {}): Config {
  assertObject("options", options);
  const { fetch } = options;
  assertArgument(!fetch || typeof fetch === "function", "fetch must be a function");
  const baseUrl = normalizeBaseUrl(...optionOrVariable(options, "baseUrl", "COMPUTE_HOST_URL"));
  // Browsers keep their own user agent, and some would send a preflight request for another one.
  const isBrowser = /^Mozilla/.test(globalThis.navigator?.userAgent);
  return {
    ...options,
    baseUrl,
    tokenFor: createTokenSource(...optionOrVariable(options, "token", "COMPUTE_HOST_TOKEN")),
    headers: {
      accept,
      ...(!isBrowser && { "user-agent": `compute-host-client/${manifest.version}` }),
      ...resolveHeaders(options.headers),
    },
    limits: resolveLimits(options, defaultLimits),
  };
}

/**
 * Resolves limits: a call's override the client's, which override the defaults. A time limit of 0 ms is refused, because it
 * would fail every call; 0 is valid for `maxRetries` and `maxRetryAfterMs`.
 *
 * @throws InvalidArgumentError naming the option that is wrong
 */
export function resolveLimits<Name extends string>(
  options: { readonly [Limit in NoInfer<Name>]?: number | undefined },
  base: Record<Name, number>,
): Record<Name, number> {
  const limits = { ...base };
  for (const name in base) {
    const value = options[name];
    if (value === undefined) continue;
    const mayBeZero = name.startsWith("max");
    assertArgument(
      typeof value === "number" && (mayBeZero ? value >= 0 : value > 0),
      `${name} must be a number ${mayBeZero ? ">=" : ">"} 0`,
    );
    limits[name] = value;
  }
  return limits;
}

/**
 * Converts header names to lower case, so that a later header replaces an earlier one whatever its case. Leaves out
 * `Authorization`, which comes from the token.
 *
 * @throws InvalidArgumentError if a name or a value is not allowed in a header; the message does not contain the value
 */
export function resolveHeaders(headers: RequestOptions["headers"]): Record<string, string> {
  const { authorization: _, ...resolved } = argumentFrom(
    () => Object.fromEntries(new Headers(headers) as Iterable<[string, string]>),
    "headers must be valid",
  );
  checkHeaders(resolved);
  return resolved;
}

/**
 * Refuses headers of the connection: a wrong `content-length`, for example, would make a request hang until its timeout.
 *
 * @param headers by lower-case name
 */
export function checkHeaders(headers: Record<string, string>): void {
  for (const name in headers) {
    const isOfConnection =
      /^(host|connection|keep-alive|upgrade|expect|content-length|transfer-encoding)$/.test(name);
    assertArgument(!isOfConnection, `headers must not have ${name}`);
  }
}

/** Throws an InvalidArgumentError if a value is not an object. */
export function assertObject(name: string, value: unknown): void {
  assertArgument(isObject(value), `${name} must be an object`);
}

/** Whether a value is an object, of this realm or another, but not an array, a `Map` and the like. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return {}.toString.call(value) === "[object Object]";
}
