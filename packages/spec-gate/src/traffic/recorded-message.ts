import type { Operation } from "../compare/operation.ts";
import { type JsonObject, objectOf } from "../json-value.ts";
import { isJson, isSpread } from "../witness/message.ts";
import type { Target } from "./find-operation.ts";
import type { HarEntry } from "./har.ts";
import { unread } from "./seen-at.ts";

/** A recorded request to an operation, and its response. */
export interface Recorded extends Target {
  readonly status: number;
  /** The media type of the body, if there is one; empty if it is not recorded. */
  readonly media: { readonly request: string | undefined; readonly response: string | undefined };
  /** The messages, which `MessagePlace.path` leads into; what was not sent is absent. */
  readonly request: JsonObject;
  readonly response: JsonObject;
}

type Part = HarEntry["request"] | HarEntry["response"];

/** Reads an entry as messages of the operation. */
export function recordedOf({ request, response }: HarEntry, target: Target): Recorded {
  const { postData } = request;
  const { text, encoding, mimeType, size = 0 } = response.content;
  const length = Math.max(request.bodySize ?? 0, Number(headersOf(request)["content-length"] ?? 0));
  const form = postData?.params ?? [];
  // Some recorders write an empty text where nothing was sent.
  const hasRequestBody = length > 0 || form.length > 0 || (postData !== undefined && postData.text !== "");
  const hasResponseBody = text ? true : size > 0;
  const media = {
    request: hasRequestBody ? postData?.mimeType || mediaOf(request) : undefined,
    response: hasResponseBody ? mimeType || mediaOf(response) : undefined,
  };
  const received =
    encoding === "base64" && text !== undefined ? Buffer.from(text, "base64").toString("utf8") : text;
  return {
    ...target,
    status: response.status,
    media,
    request: withBody(parametersOf(request, target.operation), hasRequestBody, () =>
      form.length > 0 ? formOf(form.map(pairOf)) : bodyOf(media.request ?? "", postData?.text),
    ),
    response: withBody({ header: headersOf(response) }, hasResponseBody, () =>
      bodyOf(media.response ?? "", received),
    ),
  };
}

/** Adds the body, which is read when it is needed. */
function withBody(groups: JsonObject, hasBody: boolean, read: () => unknown): JsonObject {
  let body: { readonly value: unknown } | undefined;
  const get = () => {
    body ??= { value: read() };
    return body.value;
  };
  return hasBody ? Object.defineProperty(groups, "body", { get }) : groups;
}

function headersOf({ headers }: Part): Readonly<Record<string, string>> {
  return Object.fromEntries(headers.map(({ name, value = "" }) => [name.toLowerCase(), value]));
}

function mediaOf(part: Part): string {
  return headersOf(part)["content-type"] ?? "";
}

function pairOf({ name, value = "" }: { readonly name: string; readonly value?: string }) {
  return [name, value] as const;
}

function parametersOf(request: HarEntry["request"], operation: Operation): JsonObject {
  const header = headersOf(request);
  const written = (header.cookie ?? "").split(";").map((pair) => pair.trim().split("=", 2));
  const cookies = request.cookies?.length
    ? request.cookies.map(pairOf)
    : written.map(([name = "", value = ""]) => [name, value] as const);
  const path = operation.parameters.filter(({ place }) => place === "path").map(({ name }) => [name, unread]);
  const groups = {
    query: formOf([...new URL(request.url).searchParams]),
    cookie: formOf(cookies),
  };
  for (const parameter of operation.parameters.filter(isSpread)) {
    const group = groups[parameter.place === "query" ? "query" : "cookie"];
    const names = Object.keys(objectOf(objectOf(parameter.node.schema).properties));
    const own = names.filter((name) => Object.hasOwn(group, name)).map((name) => [name, group[name]]);
    if (own.length > 0) group[parameter.name] = Object.fromEntries(own);
  }
  return { path: Object.fromEntries(path), header, ...groups };
}

/** The values by their names; `filter[a]` also counts as the property `a` of `filter`. */
function formOf(pairs: readonly (readonly [name: string, value: unknown])[]): JsonObject {
  const form = new Map<string, unknown[]>();
  const deep = new Map<string, [string, unknown][]>();
  for (const [name, value] of pairs) {
    form.set(name, [...(form.get(name) ?? []), value]);
    const [, outer, inner = ""] = /^([^[\]]+)\[([^\]]*)\]/.exec(name) ?? [];
    if (outer !== undefined) deep.set(outer, [...(deep.get(outer) ?? []), [inner, value]]);
  }
  const objects = [...deep].map(([name, entries]) => [name, Object.fromEntries(entries)]);
  const values = [...form].map(([name, all]) => [name, all.length === 1 ? all[0] : all]);
  return Object.fromEntries([...objects, ...values]);
}

function bodyOf(media: string, text: string | undefined): unknown {
  if (text === undefined) return unread;
  if (/^application\/x-www-form-urlencoded\b/i.test(media)) return formOf([...new URLSearchParams(text)]);
  if (/^multipart\//i.test(media)) {
    const names = [...text.matchAll(/^content-disposition:[^\r\n]*?\bname="([^"]*)"/gim)];
    return names.length === 0 ? unread : formOf(names.map(([, name = ""]) => [name, unread]));
  }
  if (!isJson(media)) return unread;
  try {
    return JSON.parse(text);
  } catch {
    return unread;
  }
}
