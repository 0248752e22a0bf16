import { problemKinds } from "./problem.ts";
import { part } from "./world.ts";

/** How responses are written. */
export const replies = part({
  async refuse(exchange, problem) {
    return this.problemReply(exchange, problem);
  },

  /** Creates the problem document of a failed request (RFC 9457). */
  problemReply({ rawPath, requestId }, { kind, details }) {
    const { headers, ...others } = details;
    const words = { type: `/problems/${kind}`, ...problemKinds[kind] };
    const body = { ...words, ...others, instance: asReference(rawPath), requestId };
    return {
      status: body.status,
      headers: { "Content-Type": "application/problem+json", ...headers },
      body,
    };
  },

  /** Writes a reply; HEAD only gets the headers. */
  send(exchange, response, reply) {
    const { headers, content } = this.encode(exchange, reply);
    response.writeHead(reply.status, headers);
    response.end(exchange.method === "HEAD" ? undefined : content);
  },

  encode(exchange, reply) {
    const content = this.bytesOf(reply.body);
    const headers = { ...reply.headers };
    if (reply.status !== 204) headers["Content-Length"] = String(this.contentLength(content, exchange));
    return { headers, content };
  },

  bytesOf(body) {
    return Buffer.from(typeof body === "string" ? body : this.stringify(body));
  },

  stringify(value) {
    return value === undefined ? "" : JSON.stringify(value);
  },

  contentLength(content) {
    return content.length;
  },
});

/** Converts any path to a valid URI reference. */
function asReference(path: string): string {
  return path.replace(/%(?![0-9a-f]{2})/gi, "%25").replace(/[^\w.~!$&'()*+,;=:@%/-]/g, encodeURIComponent);
}
