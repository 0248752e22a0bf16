import {
  type Api,
  isObject,
  type Json,
  keysOf,
  listOf,
  type MediaType,
  mediaKindOf,
  type Operation,
  objectOf,
  type Parameter,
  parametersIn,
  placeAt,
  pointerOf,
  preferredContentOf,
  textOf,
  valueAt,
} from "@compute-host/openapi";
import { compactJson } from "./examples.ts";
import type { Sample } from "./reference-context.ts";
import { sampleValue } from "./sample-value.ts";
import { schemeObject } from "./security-words.ts";
import { writtenParameter } from "./written-parameter.ts";

/** A request as samples write it. */
interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: SampleBody | undefined;
}

/** A text, the fields of a form, or a file. */
type SampleBody =
  | { readonly kind: "json"; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "form"; readonly fields: Fields }
  | { readonly kind: "multipart"; readonly fields: Fields }
  | { readonly kind: "binary" };

type Fields = readonly (readonly [name: string, value: string])[];

/** Samples of an operation that has none written by hand: with its required parameters, its credentials and its body. */
export function generatedSamples(api: Api, operation: Operation): Sample[] {
  const request = sampleRequest(api, operation);
  return [
    { key: "curl", title: "curl", language: "bash", code: curlSample(request) },
    { key: "fetch", title: "fetch", language: "typescript", code: fetchSample(request) },
  ];
}

function sampleRequest(api: Api, operation: Operation): SampleRequest {
  const { method, path, body } = operation;
  const { document } = api;
  const written = (parameter: Parameter) => {
    const value = parameter.examples[0]?.value ?? sampleValue(document, parameter.schema);
    return (
      writtenParameter(document, parameter)?.example ??
      (isObject(value) ? JSON.stringify(value) : String(value))
    );
  };
  const required = (place: Parameter["in"]) =>
    parametersIn(operation, place).filter(({ isRequired }) => isRequired);
  const credentials = requestCredentials(api, operation);
  const query = [
    ...required("query").map((one) => {
      const text = written(one);
      return text.startsWith(`${one.name}=`) || text.includes("=") ? text : `${one.name}=${text}`;
    }),
    ...credentials.filter(({ place }) => place === "query").map(({ name, value }) => `${name}=${value}`),
  ].map((pair) => encodeURI(pair).replaceAll(/[+#]/g, encodeURIComponent));
  const filled = parametersIn(operation, "path").reduce(
    (all, one) =>
      all.replace(`{${one.name}}`, () => encodeURI(written(one)).replaceAll(/[?#/]/g, encodeURIComponent)),
    path,
  );
  const content = preferredContentOf(body?.content);
  const sent = content && requestBody(api, content);
  const cookies = credentials
    .filter(({ place }) => place === "cookie")
    .map(({ name, value }) => `${name}=${value}`);
  return {
    method,
    url: `${requestAddress(api, operation)}${encodeURI(decodeURI(filled))}${query.length > 0 ? "?" : ""}${query.join("&")}`,
    headers: [
      ...credentials
        .filter(({ place }) => place === "header")
        .map(({ name, value }) => [name, value] as const),
      ...(cookies.length > 0 ? [["Cookie", cookies.join("; ")] as const] : []),
      ...required("header").map((one) => [one.name, written(one)] as const),
      ...(content && sent?.kind !== "multipart" ? [["Content-Type", content.mediaType] as const] : []),
    ],
    body: sent,
  };
}

/** The first server of the operation, its path or the description, with the defaults of its variables. */
function requestAddress({ document }: Api, { pointer }: Operation): string {
  const holders = [
    placeAt(document, pointer).value,
    objectOf(valueAt(document, pointerOf(...keysOf(pointer).slice(0, -1)))),
    document,
  ];
  const [server] = holders.flatMap(({ servers }) => listOf(servers)).map(objectOf);
  const variables = Object.entries(objectOf(server?.variables));
  const url = variables.reduce(
    (text, [name, variable]) => text.replaceAll(`{${name}}`, textOf(objectOf(variable).default)),
    textOf(server?.url).replace(/\/$/, ""),
  );
  return /^https?:/.test(url) ? url : `https://api.example.com${url}`;
}

function requestCredentials({ securitySchemes, document }: Api, { security }: Operation) {
  return (security[0] ?? []).flatMap(({ scheme }) => {
    const credential = securitySchemes[scheme]?.credential;
    if (credential === undefined) return [];
    const { in: place, prefix } = credential;
    const name = textOf(schemeObject(document, scheme).name) || "Authorization";
    const value = prefix === "Basic " ? "dXNlcjpwYXNzd29yZA==" : prefix === "" ? "KEY" : "TOKEN";
    return [{ place, name, value: prefix + value }];
  });
}

function requestBody({ document }: Api, { mediaType, schema = {}, examples }: MediaType): SampleBody {
  const kind = mediaKindOf(mediaType);
  if (kind === "binary") return { kind };
  const value = examples.find((one) => one.value !== undefined)?.value ?? sampleValue(document, schema);
  if (kind === "json") return { kind, text: compactJson(value) };
  if (kind === "text") return { kind, text: textIn(value) };
  return { kind, fields: fieldsIn(value) };
}

function fieldsIn(value: Json): [string, string][] {
  return Object.entries(objectOf(value)).flatMap(([name, one]): [string, string][] =>
    (Array.isArray(one) ? one : [one ?? null]).map((item: Json) => [name, textIn(item)]),
  );
}

function textIn(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function curlSample({ method, url, headers, body }: SampleRequest): string {
  return [
    "curl --fail-with-body",
    quoted(url),
    ...(method === "GET" && body === undefined ? [] : method === "HEAD" ? ["--head"] : [`-X ${method}`]),
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...curlBody(body),
  ].join(" \\\n  ");
}

function curlBody(body: SampleBody | undefined): string[] {
  if (body === undefined) return [];
  if (body.kind === "binary") return ["--data-binary @file"];
  if (body.kind === "form")
    return body.fields.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`);
  if (body.kind === "multipart")
    return body.fields.map(([name, value]) => `--form-string ${quoted(`${name}=${value}`)}`);
  return [`--data-raw ${quoted(body.text)}`];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fetchSample({ method, url, headers, body }: SampleRequest): string {
  const list = headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  const [before, sent] = body === undefined ? ["", ""] : fetchBody(body);
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(list.length > 0 ? [`  headers: {\n${list.join("\n")}\n  },`] : []),
    ...(sent === "" ? [] : [`  body: ${sent},`]),
  ];
  const rest = options.length > 0 ? `, {\n${options.join("\n")}\n}` : "";
  return `${before}const response = await fetch(${JSON.stringify(url)}${rest});\nif (!response.ok) throw new Error(await response.text());`;
}

/** What stands before the call, and the expression for the body. */
function fetchBody(body: SampleBody): readonly [before: string, body: string] {
  if (body.kind === "binary") return ['const file = new Blob(["…"]);\n', "file"];
  if (body.kind === "json") {
    // A literal with this key would set the prototype.
    const literal = body.text.replaceAll('"__proto__":', '["__proto__"]:').replaceAll("\n", "\n  ");
    return ["", `JSON.stringify(${literal})`];
  }
  if (body.kind === "text") return ["", JSON.stringify(body.text)];
  if (body.kind === "form") return ["", `new URLSearchParams(${JSON.stringify(body.fields)})`];
  const appended = body.fields.map(
    ([name, value]) => `form.append(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  return [`const form = new FormData();\n${appended.join("")}`, "form"];
}
