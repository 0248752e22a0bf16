import manifest from "../../package.json" with { type: "json" };
import { argumentFrom, assertArgument, assertFunction, isObject } from "../errors/errors.ts";
import { normalizeBaseUrl } from "./address.ts";
import type { ClientHooks } from "./hooks.ts";
import type { ClientOptions, HeaderFields, RequestOptions } from "./options.ts";
import { createTokenSource, type TokenSource } from "./token-source.ts";

/** The limits of a request, all of them set. */
export type Limits = Record<
  "timeoutMs" | "maxRetries" | "maxRetryAfterMs" | "maxResponseBytes" | "deadlineMs",
  number
>;

/** The default limits of a request. */
export const defaultLimits: Limits = {
  timeoutMs: 30_000,
  maxRetries: 2,
  maxRetryAfterMs: 60_000,
  // 32 MiB.
  maxResponseBytes: 2 ** 25,
  deadlineMs: Infinity,
};

/** The options that both a client and a call take. */
export const requestOptions: readonly string[] = ["headers", "hooks", ...Object.keys(defaultLimits)];

/** The options that a client and a call share, checked and complete. */
export interface RequestConfig {
  readonly headers: Record<string, string>;
  /** Those of the client, then those of the call. */
  readonly hooks: readonly ClientHooks[];
  readonly limits: Limits;
}

/** The options of a client, checked and complete. */
export interface Config extends RequestConfig, Pick<ClientOptions, "fetch" | "validate"> {
  readonly baseUrl: string;
  readonly tokenFor: TokenSource;
}

/**
 * Checks the client's options, and reads the address and the token from the environment if they are left out.
 *
 * @throws InvalidArgumentError naming the wrong option or variable
 */
export function resolveConfig(options: ClientOptions = {}): Config {
  assertMembers("options", options, ["baseUrl", "token", "fetch", "validate", ...requestOptions]);
  const baseUrl = normalizeBaseUrl(...optionOrVariable(options, "baseUrl", "COMPUTE_HOST_URL"));
  const { fetch, validate } = options;
  assertFunction("fetch", fetch);
  const isValidator = validate === undefined || typeof Object(validate)["~check"] === "function";
  assertArgument(isValidator, "validate must be schemas of @compute-host/client/schemas", validate);
  // Browsers keep their own user agent, and some send a preflight request if it is set.
  const isBrowser = /^Mozilla/.test(globalThis.navigator?.userAgent);
  const headers = {
    accept: "application/json, application/problem+json",
    ...(!isBrowser && { "user-agent": `compute-host-client/${manifest.version}` }),
  };
  return {
    baseUrl,
    tokenFor: createTokenSource(...optionOrVariable(options, "token", "COMPUTE_HOST_TOKEN")),
    fetch,
    validate,
    ...resolveRequest(options, { headers, hooks: [], limits: defaultLimits }),
  };
}

const hookNames = ["onRequest", "onResponse", "onEnd", "onRetry"] as const;

/**
 * Checks the options that a client and a call share. A call's override the client's, which override the defaults;
 * headers and hooks are added.
 *
 * @param base the client's or the defaults
 * @throws InvalidArgumentError naming the option that is wrong
 */
export function resolveRequest(
  { headers, hooks, ...limits }: RequestOptions,
  base: RequestConfig,
): RequestConfig {
  if (hooks !== undefined) {
    assertObject("hooks", hooks);
    for (const name of hookNames) assertFunction(`hooks.${name}`, hooks[name]);
  }
  return {
    headers: headers === undefined ? base.headers : { ...base.headers, ...resolveHeaders(headers) },
    hooks: hooks === undefined ? base.hooks : [...base.hooks, hooks],
    limits: resolveLimits(limits, base.limits),
  };
}

/**
 * Returns an option, or the environment variable that stands in for it, with the name of the one that was
 * used. A token from the environment is never sent to an address that the caller passed.
 *
 * @throws InvalidArgumentError if there is neither, and for an option that is given as `undefined`: a caller
 * whose lookup failed must not act with the address or the credential of the process; an empty variable
 * counts as unset
 */
function optionOrVariable<Name extends "baseUrl" | "token">(
  options: ClientOptions,
  option: Name,
  variable: string,
): readonly [value: NonNullable<ClientOptions[Name]> | string, name: string] {
  const value = argumentFrom(
    // Throws in a browser, which has no such object, and in Deno without permission.
    () =>
      option in options
        ? options[option]
        : (!options.baseUrl && (globalThis as unknown as NodeGlobal).process.env[variable]) || undefined,
    `${option} is undefined: pass baseUrl and token, or only set ${variable}`,
  );
  return [value, option in options ? option : variable];
}

/** What Node.js, Bun and Deno have; declared here so that the package does not need their types. */
interface NodeGlobal {
  readonly process: { readonly env: Readonly<Record<string, string | undefined>> };
}

/**
 * Resolves limits: a call's override the client's, which override the defaults. A `timeoutMs` of 0 is
 * refused, because it would fail every call; a `deadlineMs` may have passed already, because callers compute
 * it from the time they have left.
 *
 * @throws InvalidArgumentError naming the option that is wrong
 */
export function resolveLimits<Name extends string>(
  options: { readonly [Limit in NoInfer<Name>]?: number | undefined },
  base: Record<Name, number>,
): Record<Name, number> {
  let limits = base;
  for (const name in base) {
    const value = options[name];
    if (value !== undefined) {
      const least = /^max/.test(name) ? 0 : name === "deadlineMs" ? -Infinity : 1;
      const isMet = typeof value === "number" && value >= least;
      assertArgument(isMet, `${name} must be a number >= ${least}`, value);
      limits = { ...limits, [name]: value };
    }
  }
  return limits;
}

/**
 * Reads headers with {@link readHeaders}.
 *
 * @throws InvalidArgumentError also for `Authorization`, which comes from the token, and for headers of the connection
 */
export function resolveHeaders(headers: HeaderFields): Record<string, string> {
  const resolved = readHeaders(headers);
  checkHeaders(resolved);
  return resolved;
}

/**
 * Reads headers in any of their forms. Names become lower case, so that a later header replaces an earlier
 * one regardless of case.
 *
 * @throws InvalidArgumentError if a name or a value is not allowed in a header; the message does not contain the value
 */
export function readHeaders(headers: HeaderFields): Record<string, string> {
  const make = () => {
    const fields = isIterable(headers) ? [...headers] : isObject(headers) && Object.entries(headers);
    if (!fields || fields.some(([, value]) => typeof value !== "string")) return undefined;
    return Object.fromEntries(new Headers(fields as [string, string][]) as Iterable<[string, string]>);
  };
  return argumentFrom(make, "headers must be strings with valid names", headers);
}

/** Whether headers are given as pairs. */
export function isIterable(headers: unknown): headers is Iterable<readonly [string, string]> {
  return typeof headers === "object" && Symbol.iterator in Object(headers);
}

/**
 * Refuses `authorization` and the headers of the connection: a wrong `content-length`, for example, would
 * make a request hang until its timeout.
 *
 * @param headers by lower-case name
 */
export function checkHeaders(headers: Record<string, string>): void {
  const refused = /^(authorization|host|connection|content-length|transfer-encoding)$/;
  for (const name in headers) assertArgument(!refused.test(name), `headers must not have ${name}`);
}

/** Throws an InvalidArgumentError if a value is not an object. */
export function assertObject(name: string, value: unknown): void {
  assertArgument(isObject(value), `${name} must be an object`, value);
}

/**
 * Throws an InvalidArgumentError unless a value is an object with known members only: a misspelt one would go
 * unnoticed.
 */
export function assertMembers(name: string, value: unknown, known: readonly string[]): void {
  assertObject(name, value);
  for (const key of Object.keys(value as object))
    assertArgument(known.includes(key), `${name} must not have ${key}`);
}
