/** A request as the reader filled it in. */
export interface FilledRequest {
  /** Path and query. */
  readonly target: string;
  readonly init: RequestInit;
}

/** Reads the fields of a form. Empty fields are not sent. */
export function readForm(form: HTMLFormElement): FilledRequest {
  const { method = "GET", path = "" } = form.dataset;
  const query = new URLSearchParams();
  const headers = new Headers();
  let filled = path;
  for (const { name, value, dataset } of form.querySelectorAll<HTMLInputElement>("[data-in]")) {
    if (dataset.in === "path") filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== "" && dataset.in === "query") query.append(name, value);
    else if (value !== "") headers.set(name, value);
  }
  const token = form.querySelector<HTMLInputElement>("[data-token]")?.value ?? "";
  if (token !== "") headers.set("Authorization", `Bearer ${token}`);
  const body = form.querySelector<HTMLTextAreaElement>("[data-body]")?.value;
  if (body !== undefined) headers.set("Content-Type", "application/json");
  const target = query.size === 0 ? filled : `${filled}?${query}`;
  return { target, init: { method, headers, ...(body !== undefined && { body }) } };
}
