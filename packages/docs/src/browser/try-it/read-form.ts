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
    token: form.querySelector<HTMLInputElement>("[data-token]")?.value ?? "",
  };
}
