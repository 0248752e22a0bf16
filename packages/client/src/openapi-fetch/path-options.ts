import {
  aFunction,
  anObject,
  argumentFrom,
  assertArgument,
  assertMembers,
  type Check,
  type Checks,
  checkOptions,
  classOf,
  isObject,
  mustBe,
} from "../errors/arguments.ts";
import { InvalidArgumentError } from "../errors/errors.ts";
import type { Operation } from "../operation.ts";
import { normalizeBaseUrl } from "../sending/address.ts";
import { callOptions, readHeaders } from "../sending/config.ts";
import type { CallOptions } from "../sending/options.ts";

/** The options of a call by path, whatever the path. */
export type Init = CallOptions & {
  readonly params?: { readonly [Place in "path" | "query" | "header"]?: Record<string, unknown> };
  readonly body?: unknown;
  readonly parseAs?: string;
  readonly baseUrl?: string | URL;
  readonly Request?: typeof Request;
  readonly querySerializer?: unknown;
  readonly fetch?: (request: Request) => Promise<Response>;
};

/** The options of `fetch`, also those of runtimes and frameworks. */
export const fetchOptions: readonly string[] = [
  "cache",
  "cf",
  "credentials",
  "dispatcher",
  "duplex",
  "integrity",
  "keepalive",
  "mode",
  "next",
  "priority",
  "referrer",
  "referrerPolicy",
];

const asItIs: Check = (value) => value;

/** What a call by method has as well. */
const sharedOptions: Checks = { ...callOptions, params: asItIs, body: asItIs };

/** What only openapi-fetch has. */
const ownOptions: Checks = {
  ...Object.fromEntries(fetchOptions.map((name) => [name, checkFetchOption])),
  // openapi-fetch accepts neither pairs nor a `Headers` of another realm.
  headers: (value, name) => (Symbol.iterator in Object(value) ? readHeaders : anObject)(value, name),
  middleware: checkMiddleware,
  parseAs: mustBe("json, text, blob, arrayBuffer, formData or stream", (value) =>
    /^(json|text|blob|arrayBuffer|formData|stream)$/.test(`${value}`),
  ),
  baseUrl: normalizeBaseUrl,
  Request: aFunction,
  bodySerializer: aFunction,
  fetch: aFunction,
  pathSerializer: aFunction,
  querySerializer: mustBe(
    "a function or an object",
    (value) => typeof value === "function" || isObject(value),
  ),
};

export const pathOptions: Checks = { ...sharedOptions, ...ownOptions };

/** Lets `Request` check an option of `fetch`. */
function checkFetchOption(value: unknown, name: string): unknown {
  argumentFrom(() => new Request("http://a", { [name]: value }), name, "what fetch takes", value);
  return value;
}

/** @throws InvalidArgumentError for what openapi-fetch would ignore */
export function checkMiddleware(list: unknown, name: string): unknown {
  const callbacks = ["onRequest", "onResponse", "onError"];
  const what = `an array of objects with ${callbacks.join(" or ")}`;
  assertArgument(Array.isArray(list), name, what, list);
  for (const one of list) {
    const isRight = callbacks.some((callback) => typeof one?.[callback] === "function");
    assertArgument(isRight, name, what, one);
  }
  return list;
}

/**
 * Checks the path and the options of a call, in the forms that openapi-fetch takes.
 *
 * @throws InvalidArgumentError naming the option that is wrong
 */
export function resolveInit(operation: Operation | undefined, path: string, given: Init): Init {
  // Anything else, appended to the base URL, could name another host.
  assertArgument(typeof path === "string" && path[0] === "/", "path", "text that begins with /", path);
  const init: Init = checkOptions("options", given, pathOptions);
  const { params = {}, headers, body } = init;
  assertMembers(params, "params", ["path", "query", "header"]);
  const { path: inPath = {}, query = {}, header = {} } = params;
  // The names between the braces. The literal parts pass as well, but openapi-fetch has no place for them.
  assertMembers(inPath, "params.path", path.split(/[{}]/));
  assertMembers(query, "params.query", operation ? (operation.query ?? []) : Object.keys(Object(query)));
  anObject(header, "params.header");
  if (operation && !operation.options?.includes("body")) {
    // JSON would lose the entries of a `Map`.
    const isBody = /^(Object|Array|FormData)$/.test(classOf(body)) || "bodySerializer" in init;
    assertArgument(operation.takesBody ? isBody : body === undefined, "body", "what the spec says", body);
  }
  // Checked here, because the platform's error would contain the value. An empty `authorization` must not
  // become the client's.
  const isWrong = /[^\t -~\x80-\xff]|^authorization:$/i;
  for (const [name, fields] of Object.entries({ headers, "params.header": header })) {
    if (Object.entries(Object(fields)).some((field) => isWrong.test(field.join(":"))))
      throw new InvalidArgumentError(`${name} must be valid`);
  }
  return init;
}

/** Whether a call by method does the same. */
export function isLikeMethod(init: Init): boolean {
  const { body, params } = init;
  return !(
    Object.keys(init).some((name) => name in ownOptions) ||
    params?.header ||
    classOf(body) === "FormData"
  );
}
