import type { IncomingMessage } from "node:http";
import { ProblemError } from "./problem.ts";
import { part } from "./world.ts";

/** The maximum size of a body. */
export const bodyLimitBytes = 65_536;

/** Whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** The bodies of requests; only an update has one. */
export const bodies = part({
  /** Refuses everything but JSON with 415. */
  checkMediaType({ operation, request }) {
    if (operation !== "updateComputer") return;
    const contentType = request.headers["content-type"];
    const isRefused = contentType === undefined ? hasBody(request) : !this.isJson(contentType);
    if (isRefused) throw new ProblemError("unsupported-media-type");
  },

  /** Parameters, such as a charset, change nothing. */
  isJson(contentType) {
    return contentType.split(";", 1)[0]?.trim().toLowerCase() === "application/json";
  },

  /** Refuses a body whose announced length is over the limit, before it is read. */
  checkLength({ operation, request }) {
    if (operation !== "updateComputer") return;
    if (this.isTooLarge(Number(request.headers["content-length"] ?? 0))) throw this.tooLarge();
  },

  async checkBody(exchange) {
    if (exchange.operation !== "updateComputer") return;
    exchange.body ??= await this.readBody(exchange.request);
    exchange.changes = this.parseUpdate(exchange.body);
  },

  isTooLarge(bytes) {
    return bytes > bodyLimitBytes;
  },

  tooLarge() {
    return new ProblemError("body-too-large");
  },

  /** Reads a body up to the limit, and leaves the rest to be discarded. */
  async readBody(request) {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      if (this.isTooLarge(length)) {
        request.resume();
        throw this.tooLarge();
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  },

  /** Parses the JSON of a body, or fails with 400. */
  parseJson(body) {
    const text = this.decodeText(body);
    try {
      return JSON.parse(text);
    } catch {
      throw new ProblemError("malformed-request");
    }
  },

  decodeText(body) {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    } catch {
      throw new ProblemError("malformed-request");
    }
  },
});
