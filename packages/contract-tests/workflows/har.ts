import { writeFile } from "node:fs/promises";

interface Pair {
  readonly name: string;
  readonly value: string;
}

/** A request and its response as HAR 1.2, reduced to what `redocly drift` reads. */
interface Entry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: Record<string, unknown>;
  readonly response: Record<string, unknown>;
}

/** A request to record. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The time limit of a request. */
const timeoutMs = 300_000;

/** Sends requests and records the traffic without credentials. */
export class HarRecorder {
  readonly #entries: Entry[] = [];

  /** Sends a request and returns the status and body of its response. */
  async send(request: RecordedRequest): Promise<{ status: number; body: string }> {
    const started = new Date();
    const response = await fetch(request.url, {
      method: request.method,
      headers: { ...request.headers },
      signal: AbortSignal.timeout(timeoutMs),
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const body = await response.text();
    this.#entries.push({
      startedDateTime: started.toISOString(),
      time: Date.now() - started.getTime(),
      request: harRequest(request),
      response: harResponse(response, body),
    });
    return { status: response.status, body };
  }

  /** Writes the recorded traffic to a HAR file. */
  async save(file: string): Promise<void> {
    const log = {
      version: "1.2",
      creator: { name: "contract-tests", version: "0.1.0" },
      entries: this.#entries,
    };
    await writeFile(file, JSON.stringify({ log }, undefined, 1));
  }
}

function harRequest({ method, url, headers = {}, body }: RecordedRequest): Record<string, unknown> {
  const masked = Object.entries(headers).map(([name, value]) =>
    name.toLowerCase() === "authorization" ? { name, value: "Bearer ********" } : { name, value },
  );
  return {
    method,
    url,
    httpVersion: "HTTP/1.1",
    headers: masked,
    queryString: pairs(new URL(url).searchParams),
    cookies: [],
    headersSize: -1,
    bodySize: body?.length ?? 0,
    ...(body === undefined ? {} : { postData: { mimeType: headers["content-type"] ?? "", text: body } }),
  };
}

function harResponse(response: Response, body: string): Record<string, unknown> {
  return {
    status: response.status,
    statusText: response.statusText,
    httpVersion: "HTTP/1.1",
    headers: pairs(response.headers),
    cookies: [],
    content: { size: body.length, mimeType: response.headers.get("content-type") ?? "", text: body },
    redirectURL: "",
    headersSize: -1,
    bodySize: body.length,
  };
}

function pairs(entries: Iterable<[string, string]>): Pair[] {
  return [...entries].map(([name, value]) => ({ name, value }));
}
