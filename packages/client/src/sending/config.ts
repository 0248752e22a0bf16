import manifest from "../../package.json" with { type: "json" };
import { argumentFrom, assertArgument, isObject } from "../errors/errors.ts";
import { normalizeBaseUrl } from "./address.ts";
import type { ClientOptions, HeaderFields } from "./options.ts";
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

/** The options of a client, checked and complete. */
export interface Config extends ClientOptions {
  readonly baseUrl: string;
  readonly tokenFor: TokenSource;
  readonly headers: Record<string, string>;
  readonly limits: Limits;
}

/**
 * Checks the client's options, and reads the address and the token from the environment if they are left out.
 *
 * @throws InvalidArgumentError naming the wrong option or variable
 */
export function resolveConfig(options: ClientOptions = {}): Config {
  assertMembers("options", options, ["baseUrl", "token", "fetch", "validate", ...requestOptions]);
  const baseUrl = normalizeBaseUrl(...optionOrVariable(options, "baseUrl", "COMPUTE_HOST_URL"));
  // Browsers keep their own user agent, and some send a preflight request if it is set.
  const isBrowser = /^Mozilla/.test(globalThis.navigator?.userAgent);
  return {
    ...options,
    baseUrl,
    tokenFor: createTokenSource(...optionOrVariable(options, "token", "COMPUTE_HOST_TOKEN")),
    headers: {
      accept: "application/json, application/problem+json",
      ...(!isBrowser && { "user-agent": `compute-host-client/${manifest.version}` }),
      ...resolveHeaders(options.headers),
    },
    limits: resolveLimits(options, defaultLimits),
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
      assertArgument(isMet, `${name} must be a number >= ${least}`);
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
export function resolveHeaders(headers?: HeaderFields): Record<string, string> {
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
export function readHeaders(headers: HeaderFields = {}): Record<string, string> {
  return argumentFrom(() => {
    const fields = isIterable(headers) ? [...headers] : isObject(headers) && Object.entries(headers);
    if (!fields || fields.some(([, value]) => typeof value !== "string")) return undefined;
    return Object.fromEntries(new Headers(fields as [string, string][]) as Iterable<[string, string]>);
  }, "headers must be strings with valid names");
}

/** Whether headers are given as pairs. */
export function isIterable(headers: unknown): headers is Iterable<readonly [string, string]> {
  return Symbol.iterator in Object(headers);
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
  assertArgument(isObject(value), `${name} must be an object`);
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
