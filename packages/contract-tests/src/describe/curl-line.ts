import type { Exchange } from "../http/exchange.ts";

/** The maximum length of a body that is written in full. */
const longestBody = 2_000;

/** Formats a request as a shell line: tokens are variables, long bodies are cut, everything else is as sent. */
export function curlLine(exchange: Exchange, baseUrl: string): string {
  const { method, url, sentHeaders, sentBody } = exchange;
  const methodPart =
    method === "GET" && sentBody === undefined ? "" : method === "HEAD" ? " --head" : ` -X ${method}`;
  // curl adds its own content type to a body unless told not to.
  const hasType = sentHeaders.some(([name]) => name === "content-type");
  const headers = [
    // curl sends an empty field only if it ends with a semicolon.
    ...sentHeaders.map(
      ([name, value]) => ` -H ${quoted(titled(name) + (value.trim() === "" ? ";" : `: ${value}`))}`,
    ),
    ...(sentBody !== undefined && !hasType ? [" -H 'Content-Type:'"] : []),
  ];
  const body = sentBody === undefined ? "" : ` --data-binary ${quotedBody(sentBody)}`;
  return `curl -i --path-as-is${methodPart} ${quoted(baseUrl + url)}${headers.join("")}${body}`;
}

function titled(name: string): string {
  return name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

/** Uses double quotes if a variable has to be expanded, otherwise single quotes. */
function quoted(text: string): string {
  if (!text.includes("CONTRACT_")) return singleQuoted(text);
  return `"${text.replaceAll(/[\\`"]/g, "\\$&")}"`;
}

function quotedBody(body: string | Uint8Array): string {
  if (typeof body !== "string") {
    const bytes = [...body.slice(0, longestBody)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`);
    // A shell's own text would end at a zero byte.
    return `@<(printf '${bytes.join("")}')`;
  }
  if (body.length <= longestBody) return singleQuoted(body);
  const { length } = Buffer.from(body);
  const [start, end] = [body.slice(0, 40), body.slice(-20)];
  return `${singleQuoted(`${start}...${end}`)} # shortened: ${length} bytes`;
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
