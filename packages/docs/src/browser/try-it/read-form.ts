import { type FilledCredential, readCredentials } from "./credentials.ts";

/** A request as the reader filled it in. */
export interface FilledRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly credentials: readonly FilledCredential[];
}

/** Reads the fields of a form. Empty fields are not sent. */
export function readForm(form: HTMLFormElement): FilledRequest {
  const { method = "GET", path = "" } = form.dataset;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let filled = path;
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[data-in]")) {
    const { name, value } = field;
    if (field.dataset.in === "path") filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== "" && field.dataset.in === "query") query.append(name, value);
    else if (value !== "" && field.dataset.in === "header") headers[name] = value;
  }
  const body = form.querySelector<HTMLTextAreaElement>("[data-body]");
  if (body !== null) headers["Content-Type"] = body.dataset.mediaType ?? "application/json";
  return {
    method,
    target: query.size === 0 ? filled : `${filled}?${query}`,
    headers,
    body: body?.value,
    credentials: readCredentials(form),
  };
}

/** The same request as a curl line, with variables in place of credentials and of a missing address. */
export function curlOf(
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
