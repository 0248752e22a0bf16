import { arrayOf, type JsonObject, objectOf, stringsOf } from "../json-value.ts";

/**
 * For each server the URLs under which an operation's path can be reached, with the variables filled in: first the one
 * of their defaults.
 */
export function serverUrlsOf(root: JsonObject, item: JsonObject, operation: JsonObject): string[][] {
  const lists = [operation.servers, item.servers, root.servers].map(arrayOf);
  const servers = lists.find((list) => list.length > 0) ?? [{ url: "/" }];
  return servers.map((server) => expand(objectOf(server)).map(normalUrl));
}

function expand(server: JsonObject): string[] {
  let urls = [String(server.url ?? "/")];
  for (const [name, variable] of Object.entries(objectOf(server.variables))) {
    const { default: first } = objectOf(variable);
    const values = new Set([
      ...(first === undefined ? [] : [String(first)]),
      ...stringsOf(objectOf(variable).enum),
    ]);
    urls = urls.flatMap((url) => [...values].map((value) => url.replaceAll(`{${name}}`, value)));
  }
  return urls;
}

/** Without a slash at the end, the host in lower case, without the scheme's own port. */
function normalUrl(url: string): string {
  const trimmed = url.replace(/\/+$/, "");
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/]*)(.*)$/i.exec(trimmed);
  if (!parts) return trimmed;
  const [, scheme = "", host = "", rest = ""] = parts;
  const port = scheme.toLowerCase() === "https" ? ":443" : ":80";
  const plain = host.toLowerCase();
  return `${scheme.toLowerCase()}://${plain.endsWith(port) ? plain.slice(0, -port.length) : plain}${rest}`;
}
