import type { FuzzStep } from "./requests.ts";

/** Formats a step as a shell line, with the credentials as a variable, or passing time as a comment. */
export function curlLine(step: FuzzStep): string {
  if ("passesMs" in step) return `# ${step.passesMs} ms pass`;
  const { operation, method = operation.method, query = [] } = step;
  const pathname = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(step.path?.[name] ?? ""),
  );
  const search = query.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
  const body = step.rawBody ?? (step.json === undefined ? undefined : JSON.stringify(step.json));
  const authorization = step.authorization === undefined ? "Bearer $TOKEN" : step.authorization.value;
  const contentType =
    step.contentType === undefined && body !== undefined ? "application/json" : step.contentType;
  const fields = [
    ...(authorization === null ? [] : [`authorization: ${authorization}`]),
    `content-type:${contentType ? ` ${contentType}` : ""}`,
    ...Object.entries(step.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
  ];
  return [
    `curl -sS -i -X ${method} "$BASE_URL"${quote(search === "" ? pathname : `${pathname}?${search}`)}`,
    ...fields.map((field) => `-H ${field.includes("$TOKEN") ? `"${field}"` : quote(field)}`),
    ...(body === undefined ? [] : [`--data-binary ${quoteBytes(body)}`]),
  ].join(" ");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Writes bytes beyond printable ASCII as escapes in `$'...'`. */
function quoteBytes(body: string | Uint8Array): string {
  const bytes = [...Buffer.from(body as string)];
  if (bytes.every((byte) => byte >= 0x20 && byte < 0x7f)) return quote(String.fromCharCode(...bytes));
  const escaped = bytes.map((byte) => {
    const character = String.fromCharCode(byte);
    if (byte < 0x20 || byte >= 0x7f) return `\\x${byte.toString(16).padStart(2, "0")}`;
    return character === "'" || character === "\\" ? `\\${character}` : character;
  });
  return `$'${escaped.join("")}'`;
}
