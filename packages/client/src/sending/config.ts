import manifest from "../../package.json" with { type: "json" };
import {
  aFunction,
  anObject,
  argumentFrom,
  assertMembers,
  type Checks,
  checkOptions,
  isObject,
  mustBe,
  numberFrom,
} from "../errors/arguments.ts";
import { InvalidArgumentError } from "../errors/errors.ts";
import { normalizeBaseUrl } from "./address.ts";
import type { ClientHooks } from "./hooks.ts";
import type { CallOptions, ClientOptions } from "./options.ts";
import { createTokenSource, type TokenSource } from "./token-source.ts";

/** The limits of a request. */
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

/** The options of a client and of a call, checked and complete. */
export interface Config
  extends Limits,
    Pick<CallOptions, "signal">,
    Pick<ClientOptions, "fetch" | "validate"> {
  readonly baseUrl: string;
  readonly token: TokenSource;
  readonly headers: Record<string, string>;
  /** Those of the client, then those of the call. */
  readonly hooks: readonly ClientHooks[];
}

/**
 * The options that a client and a call share. A `timeoutMs` of 0 would fail every call; a `deadlineMs` may have passed
 * already, because callers compute it from the time they have left.
 */
const requestOptions: Checks = {
  headers: resolveHeaders,
  hooks: checkHooks,
  timeoutMs: numberFrom(1),
  maxRetries: numberFrom(0),
  maxRetryAfterMs: numberFrom(0),
  maxResponseBytes: numberFrom(0),
  deadlineMs: numberFrom(-Infinity),
};

/** The options of a call. */
export const callOptions: Checks = {
  ...requestOptions,
  signal: mustBe("an AbortSignal", (given) => {
    const signal = given as AbortSignal | null;
    // Of any realm.
    return !signal
      ? signal === null
      : typeof signal.aborted === "boolean" && typeof signal.addEventListener === "function";
  }),
};

const clientOptions = {
  ...requestOptions,
  baseUrl: normalizeBaseUrl,
  token: createTokenSource,
  fetch: aFunction,
  validate: mustBe(
    "schemas of @compute-host/client/schemas",
    (schemas) => typeof Object(schemas)["~check"] === "function",
  ),
};

/** What Node.js, Bun and Deno have; declared here so that the package does not need their types. */
interface NodeGlobal {
  readonly process: { readonly env: Readonly<Record<string, string | undefined>> };
}

/**
 * Checks the client's options, and reads the address and the token from the environment if they are left out. A token
 * from the environment is never sent to an address that the caller passed.
 *
 * @throws InvalidArgumentError naming the wrong option or variable, also for an option that is given as `undefined`: a
 * caller whose lookup failed must not act with the address or the credential of the process
 */
export function resolveConfig(options: ClientOptions = {}): Config {
  const given: Partial<Config> = checkOptions("options", options, clientOptions);

  /** Reads the variable that stands in for an option; an empty one counts as unset. */
  function fromEnvironment<Name extends "baseUrl" | "token">(option: Name, variable: string) {
    let value: string | undefined;
    try {
      // Throws in a browser, which has no such object, and in Deno without permission.
      if (!(option in options || options.baseUrl))
        value = (globalThis as unknown as NodeGlobal).process.env[variable];
    } catch {}
    if (value) return clientOptions[option](value, variable) as Config[Name];
    throw new InvalidArgumentError(`${option} is undefined: pass baseUrl and token, or only set ${variable}`);
  }

  const headers: Record<string, string> = { accept: "application/json, application/problem+json" };
  // Browsers keep their own user agent, and some send a preflight request if it is set.
  if (!/^Mozilla/.test(globalThis.navigator?.userAgent))
    headers["user-agent"] = `compute-host-client/${manifest.version}`;
  const defaults = {
    ...defaultLimits,
    baseUrl: given.baseUrl ?? fromEnvironment("baseUrl", "COMPUTE_HOST_URL"),
    token: given.token ?? fromEnvironment("token", "COMPUTE_HOST_TOKEN"),
    headers,
    hooks: [],
  };
  return withOptions(defaults, given);
}

/** Adds checked options: they override others, but headers and hooks are added. */
export function withOptions(config: Config, given: Partial<Config>): Config {
  return {
    ...config,
    ...given,
    headers: { ...config.headers, ...given.headers },
    hooks: [...config.hooks, ...(given.hooks ?? [])],
  };
}

const hookNames = ["onRequest", "onResponse", "onEnd", "onRetry"] as const;

function checkHooks(hooks: unknown, name: string): readonly unknown[] {
  anObject(hooks, name);
  const parent = Object.getPrototypeOf(hooks);
  // An instance of a class may have members of its own.
  if (!(parent && Object.getPrototypeOf(parent))) assertMembers(hooks, name, hookNames);
  for (const hook of hookNames) {
    const observer = (hooks as ClientHooks)[hook];
    if (observer !== undefined) aFunction(observer, `${name}.${hook}`);
  }
  return [hooks];
}

/**
 * Reads headers with {@link readHeaders}.
 *
 * @throws InvalidArgumentError also for `Authorization`, which comes from the token, and for headers of the connection
 */
export function resolveHeaders(given: unknown, name: string): Record<string, string> {
  const headers = readHeaders(given, name);
  refuseHeaders(headers);
  return headers;
}

/**
 * Reads headers in any of their forms. Names become lower case, so that a later header replaces an earlier
 * one regardless of case.
 *
 * @throws InvalidArgumentError if a name or a value is not allowed in a header; the message does not contain the value
 */
export function readHeaders(given: unknown, name: string): Record<string, string> {
  const make = () => {
    // Throws for a value that is no object.
    const fields =
      Symbol.iterator in (given as object)
        ? [...(given as Iterable<readonly [string, string]>)]
        : isObject(given) && Object.entries(given);
    if (!fields || fields.some(([, value]) => typeof value !== "string")) return undefined;
    return Object.fromEntries(new Headers(fields as [string, string][]) as Iterable<[string, string]>);
  };
  return argumentFrom(make, name, "strings with valid names", given);
}

/**
 * Refuses `authorization` and the headers of the connection: a wrong `content-length`, for example, would
 * make a request hang until its timeout.
 *
 * @param headers by lower-case name
 */
export function refuseHeaders(headers: Record<string, string>): void {
  const refused =
    /^(authorization|host|(proxy-)?connection|content-length|expect|keep-alive|te|trailer|transfer-encoding|upgrade)$/;
  const name = Object.keys(headers).find((one) => refused.test(one));
  if (name) throw new InvalidArgumentError(`headers must not have ${name}`);
}
