import type { FilledCredential } from "./credentials.ts";

/** A request as the reader filled it in. */
export interface FilledRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly credentials: readonly FilledCredential[];
}

/** The same request as a curl line, with variables in place of credentials and of a missing address. */
export function curlCommand(
  { method, target, headers, body, credentials }: FilledRequest,
  address: string | undefined,
): string {
  const inQuery = credentials
    .filter(({ place }) => place === "query")
    .map(({ name, shown }, index) => {
      const mark = index === 0 && !target.includes("?") ? "?" : "&";
      return `${quoted(`${mark}${encodeURIComponent(name)}=`)}"${shown}"`;
    });
  const parts = [
    `curl ${address === undefined ? `"$COMPUTE_HOST_URL"${quoted(target)}` : quoted(address + target)}${inQuery.join("")}`,
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...credentials
      .filter(({ place }) => place === "header")
      .map(({ name, shown }) => `-H "${name}: ${shown}"`),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ];
  return parts.join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
