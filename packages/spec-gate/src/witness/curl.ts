import type { Operation } from "../compare/operation.ts";
import { isObject, objectOf } from "../json-value.ts";
import { isJson } from "./message.ts";

type Pair = readonly [name: string, text: string];

const home = "https://example.com";

/**
 * Formats a request as a command for a shell, on `example.com`, so that a paste does not reach a real service;
 * `undefined` for a parameter in a style that takes more than its name and texts.
 */
export function curlOf(
  operation: Operation,
  message: Readonly<Record<string, unknown>>,
  media: string | undefined,
): string | undefined {
  const { method, path } = operation;
  const groups = ["path", "query", "header", "cookie"].map((place) =>
    pairsIn(operation, place, message[place]),
  );
  const [inPath, inQuery, inHeader, inCookie] = groups;
  if (!inPath || !inQuery || !inHeader || !inCookie) return undefined;
  const values = new Map(inPath);
  const filled = path.replaceAll(/\{([^}]*)\}/g, (_, name: string) =>
    encodeURIComponent(values.get(name) ?? ""),
  );
  const server = operation.servers[0] ?? "";
  const { pathname } = new URL(URL.canParse(server, home) ? server : "/", home);
  const query = inQuery.map((pair) => pair.map((each) => encodeURIComponent(each)).join("=")).join("&");
  const url = `${home}${pathname.replace(/\/$/, "")}${filled}${query && `?${query}`}`;
  const cookies = inCookie.map((pair) => pair.join("=")).join("; ");
  const headers = [...inHeader.map((pair) => pair.join(": ")), ...(cookies ? [`cookie: ${cookies}`] : [])];
  const parts = [
    ...(method === "GET" ? [] : [`-X ${/^\w+$/.test(method) ? method : quoted(method)}`]),
    quoted(url),
    ...headers.map((header) => `-H ${quoted(header)}`),
    ...("body" in message ? bodyOf(message.body, media ?? "application/json") : []),
  ];
  return `curl ${parts.join(" ")}`;
}

/** The parameters of one place as names and texts. */
function pairsIn({ parameters }: Operation, place: string, values: unknown): Pair[] | undefined {
  const usual = place === "path" || place === "header" ? "simple" : "form";
  const found = Object.entries(objectOf(values)).map(([name, value]): Pair[] | undefined => {
    const isNamed = (other: string) => other === name || (place === "header" && other.toLowerCase() === name);
    const { node = {} } = parameters.find((each) => each.place === place && isNamed(each.name)) ?? {};
    const { style = usual, explode = true } = node;
    if (isObject(node.content)) return [[name, JSON.stringify(value)]];
    if (!isObject(value) && !Array.isArray(value)) return [[name, textOf(value)]];
    if (style !== usual) return undefined;
    if (usual === "form")
      return explode === true ? pairsOf(isObject(value) ? value : { [name]: value }) : undefined;
    return Array.isArray(value) ? [[name, value.map(textOf).join(",")]] : undefined;
  });
  return found.includes(undefined) ? undefined : found.flatMap((pairs) => pairs ?? []);
}

function bodyOf(body: unknown, media: string): string[] {
  if (media.startsWith("multipart/"))
    return pairsOf(body).map((pair) => `--form-string ${quoted(pair.join("="))}`);
  if (media === "application/x-www-form-urlencoded")
    return pairsOf(body).map((pair) => `--data-urlencode ${quoted(pair.join("="))}`);
  const text = isJson(media) ? JSON.stringify(body) : textOf(body);
  const type = media.endsWith("*") ? "application/json" : media;
  return [`-H ${quoted(`content-type: ${type}`)}`, `--data-raw ${quoted(text)}`];
}

/** The names and texts of parameters or fields; each item of a list has its own pair. */
function pairsOf(values: unknown): Pair[] {
  return Object.entries(objectOf(values)).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each): Pair => [name, textOf(each)]),
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
