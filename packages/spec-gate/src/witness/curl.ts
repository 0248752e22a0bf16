import type { Operation } from "../compare/operation.ts";
import { arrayOf, isObject, objectOf } from "../json-value.ts";
import { isJson } from "./message.ts";

/** Formats a request as a command for a shell, on `example.com`, so that a paste does not reach a real service. */
export function curlOf(
  operation: Operation,
  message: Readonly<Record<string, unknown>>,
  media: string | undefined,
): string {
  const { method, path } = operation;
  const values = objectOf(message.path);
  const filled = path.replaceAll(/\{([^}]*)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(values[name])),
  );
  const server = operation.servers[0] ?? "";
  const home = "https://example.com";
  const { pathname } = new URL(URL.canParse(server, home) ? server : "/", home);
  const query = pairsOf(message.query).map((pair) => pair.map(encodeURIComponent).join("="));
  const url = `${home}${pathname.replace(/\/$/, "")}${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  const cookies = pairsOf(message.cookie).map((pair) => pair.join("="));
  const headers = [
    ...pairsOf(message.header).map((pair) => pair.join(": ")),
    ...(cookies.length > 0 ? [`cookie: ${cookies.join("; ")}`] : []),
  ];
  const parts = [
    ...(method === "GET" ? [] : [`-X ${/^\w+$/.test(method) ? method : quoted(method)}`]),
    quoted(url),
    ...headers.map((header) => `-H ${quoted(header)}`),
    ...("body" in message ? bodyOf(message.body, media ?? "application/json") : []),
  ];
  return `curl ${parts.join(" ")}`;
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
function pairsOf(values: unknown): [string, string][] {
  return Object.entries(objectOf(values)).flatMap(([name, value]) =>
    (Array.isArray(value) ? arrayOf(value) : [value]).map((each): [string, string] => [name, textOf(each)]),
  );
}

function textOf(value: unknown): string {
  return typeof value === "string"
    ? value
    : isObject(value) || Array.isArray(value)
      ? JSON.stringify(value)
      : String(value);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
