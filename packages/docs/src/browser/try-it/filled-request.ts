/** A request as the reader filled it in. */
export interface FilledRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Sent as `Authorization: Bearer`, unless it is empty. */
  readonly token: string;
}

/** The same request as a curl line, with variables in place of the token and of a missing address. */
export function curlCommand(
  { method, target, headers, body, token }: FilledRequest,
  address: string | undefined,
): string {
  const parts = [
    `curl ${address === undefined ? `"$COMPUTE_HOST_URL"${quoted(target)}` : quoted(address + target)}`,
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...(token === "" ? [] : ['-H "Authorization: Bearer $COMPUTE_HOST_TOKEN"']),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ];
  return parts.join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
