import type { HarEntry } from "../src/traffic/har.ts";

/** A request, its response, or both; the rest is as small as HAR 1.2 permits. */
export interface Exchanged {
  readonly day?: number;
  readonly method?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly media?: string;
  readonly status?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly response?: unknown;
  readonly isResponseLeftOut?: boolean;
}

/** Creates a HAR file from requests to `POST /things/{thingId}`. */
export function harOf(...exchanged: readonly Exchanged[]) {
  return { log: { version: "1.2", entries: exchanged.map(entryOf) } };
}

const listOf = (named: Readonly<Record<string, string>> = {}) =>
  Object.entries(named).map(([name, value]) => ({ name, value }));

function entryOf({ day = 1, method = "POST", url = "/things/1", ...each }: Exchanged): HarEntry {
  const mimeType = each.media ?? "application/json";
  const params = each.form === undefined ? {} : { params: listOf(each.form) };
  const text = each.body === undefined ? {} : { text: textOf(each.body) };
  const hasBody = each.body !== undefined || each.form !== undefined;
  const content = textOf(each.response ?? {});
  return {
    startedDateTime: `2026-11-0${day}T12:00:00.000Z`,
    request: {
      method,
      url: url.startsWith("/") ? `https://recorded.example${url}` : url,
      headers: listOf(each.headers),
      cookies: listOf(each.cookies),
      ...(hasBody ? { postData: { mimeType, ...text, ...params } } : {}),
    },
    response: {
      status: each.status ?? 200,
      headers: listOf(each.responseHeaders),
      content: {
        mimeType: "application/json; charset=utf-8",
        size: content.length,
        ...(each.isResponseLeftOut ? {} : { text: content }),
      },
    },
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
