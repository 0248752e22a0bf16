import { arrayOf, type JsonObject, objectOf, stringsOf } from "../../json-value.ts";

/** Stands for a variable that takes any value. */
const any = "{*}";

/** Whether a variable of the URL takes any value. */
export function hasAnyValue(url: string): boolean {
  return url.includes(any);
}

/** Whether the URL is one of the others, or fits one with a variable that takes any value. */
export function isReachable(url: string, others: readonly string[]): boolean {
  return others.some((other) => other === url || (hasAnyValue(other) && patternOf(other).test(url)));
}

function patternOf(url: string): RegExp {
  const parts = url.split(any).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/]+")}$`);
}

/** The servers of an operation: its own, those of its path, or those of the document. */
export function serversOf(root: JsonObject, item: JsonObject, operation: JsonObject): JsonObject[] {
  const lists = [operation.servers, item.servers, root.servers].map(arrayOf);
  return (lists.find((list) => list.length > 0) ?? [{ url: "/" }]).map(objectOf);
}

/** The URLs of each server with the variables filled in, starting with the defaults. */
export function serverUrlsOf(servers: readonly JsonObject[]): string[][] {
  return servers.map((server) => expand(server).map(normalUrl));
}

function expand(server: JsonObject): string[] {
  let urls = [String(server.url ?? "/")];
  for (const [name, variable] of Object.entries(objectOf(server.variables))) {
    const { default: first } = objectOf(variable);
    const listed = stringsOf(objectOf(variable).enum);
    const values = new Set([
      ...(first === undefined ? [] : [String(first)]),
      ...(listed.length > 0 ? listed : [any]),
    ]);
    urls = urls.flatMap((url) => [...values].map((value) => url.replaceAll(`{${name}}`, value)));
  }
  return urls;
}

/** Drops the trailing slash and the scheme's default port, and lower-cases the host. */
function normalUrl(url: string): string {
  const trimmed = url.replace(/\/+$/, "");
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/]*)(.*)$/i.exec(trimmed);
  if (!parts) return trimmed;
  const [, scheme = "", host = "", rest = ""] = parts;
  const port = scheme.toLowerCase() === "https" ? ":443" : ":80";
  const plain = host.toLowerCase();
  return `${scheme.toLowerCase()}://${plain.endsWith(port) ? plain.slice(0, -port.length) : plain}${rest}`;
}
