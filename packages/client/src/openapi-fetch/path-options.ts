import { argumentFrom, assertArgument, assertFunction, classOf, isObject } from "../errors/errors.ts";
import type { Operation } from "../operation.ts";
import { normalizeBaseUrl } from "../sending/address.ts";
import { assertMembers, assertObject, isIterable, readHeaders, requestOptions } from "../sending/config.ts";
import type { CallOptions } from "../sending/options.ts";

/** The options of a call by path, whatever the path. */
export type Init = CallOptions & {
  readonly params?: { readonly [Place in "path" | "query" | "header"]?: Record<string, unknown> };
  readonly parseAs?: string;
  readonly baseUrl?: string | URL;
  readonly body?: unknown;
  readonly bodySerializer?: unknown;
  readonly Request?: typeof Request;
  readonly querySerializer?: unknown;
  readonly fetch?: (request: Request) => Promise<Response>;
};

/** Throws an InvalidArgumentError unless the value of an option is right. */
type Check = (name: string, value: unknown) => void;

/** The options of openapi-fetch that see the `Request` or the `Response` of a call, or change how either is constructed. */
const observing: Readonly<Record<string, Check>> = {
  middleware: (_name, value) => checkMiddleware(value),
  parseAs(name, value) {
    const isKnown = /^(json|text|blob|arrayBuffer|formData|stream)$/.test(`${value}`);
    assertArgument(isKnown, `${name} must be json, text, blob, arrayBuffer, formData or stream`, value);
  },
  Request: assertFunction,
  bodySerializer: assertFunction,
  baseUrl: (name, value) => normalizeBaseUrl(value, name),
};

/** Their names. */
export const observingOptions: readonly string[] = Object.keys(observing);

/** The options of `fetch` that a `Request` has; middleware may change them. */
export const fetchOptions: readonly string[] = [
  "cache",
  "credentials",
  "integrity",
  "keepalive",
  "mode",
  "referrer",
  "referrerPolicy",
];

/** Lets `Request` check an option of `fetch`, also one of a runtime or a framework. */
const checkFetchOption: Check = (name, value) => {
  argumentFrom(() => new Request("http://a", { [name]: value }), `${name} must be what fetch takes`, value);
};

/** All options of a call, with what checks them here; the others are checked where they are used. */
export const pathOptions: Readonly<Record<string, Check | undefined>> = {
  ...observing,
  ...Object.fromEntries([...requestOptions, "signal", "params", "body"].map((name) => [name, undefined])),
  ...Object.fromEntries(
    [...fetchOptions, "cf", "dispatcher", "duplex", "next", "priority"].map((name) => [
      name,
      checkFetchOption,
    ]),
  ),
  fetch: assertFunction,
  pathSerializer: assertFunction,
  querySerializer(name, value) {
    const isMet = typeof value === "function" || isObject(value);
    assertArgument(isMet, `${name} must be a function or an object`, value);
  },
};

/** @throws InvalidArgumentError for what openapi-fetch would ignore */
export function checkMiddleware(list: unknown): void {
  const callbacks = ["onRequest", "onResponse", "onError"];
  const rule = `middleware must be an array of objects with ${callbacks.join(" or ")}`;
  assertArgument(Array.isArray(list), rule, list);
  for (const one of list)
    assertArgument(
      callbacks.some((name) => typeof one?.[name] === "function"),
      rule,
      one,
    );
}

/**
 * Checks the path and the options of a call, in the forms that openapi-fetch takes.
 *
 * @throws InvalidArgumentError naming the option that is wrong
 */
export function resolveInit(operation: Operation | undefined, path: string, given: Init = {}): Init {
  // Anything else, appended to the base URL, could name another host.
  assertArgument(typeof path === "string" && path[0] === "/", "path must begin with /", path);
  assertMembers("options", given, Object.keys(pathOptions));
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) pathOptions[name]?.(name, value);
  const { params = {}, headers = {}, body } = given;
  assertMembers("params", params, ["path", "query", "header"]);
  const { path: inPath = {}, query = {}, header = {} } = params;
  // The names between the braces. The literal parts pass as well, but openapi-fetch has no place for them.
  assertMembers("params.path", inPath, path.split(/[{}]/));
  assertMembers("params.query", query, operation ? (operation.query ?? []) : Object.keys(query));
  assertObject("params.header", header);
  if (operation && !operation.options?.includes("body")) {
    // JSON would lose the entries of a `Map`.
    const isBody = /^(Object|Array|FormData)$/.test(classOf(body)) || given.bodySerializer;
    assertArgument(
      operation.takesBody ? isBody : body === undefined,
      "body must be what the spec says",
      body,
    );
  }
  // openapi-fetch accepts neither pairs nor a `Headers` of another realm.
  const fields = isIterable(headers) ? readHeaders(headers) : headers;
  assertObject("headers", fields);
  // Checked here, because the platform's error would contain the value. An empty `authorization` must not
  // become the client's.
  const isWrong = /[^\t -~\x80-\xff]|^authorization:$/i;
  const isRight = Object.entries({ ...fields, ...header }).every((field) => !isWrong.test(field.join(":")));
  assertArgument(isRight, "headers and body must be valid");
  const { baseUrl } = given;
  if (!given.headers && !baseUrl) return given;
  return { ...given, headers: fields, ...(baseUrl && { baseUrl: normalizeBaseUrl(baseUrl, "baseUrl") }) };
}
