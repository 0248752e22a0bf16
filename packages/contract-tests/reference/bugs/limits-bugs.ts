import { bodyLimitBytes, hasBody } from "../bodies.ts";
import { breaking, type Patch } from "../deviation.ts";
import { ProblemError } from "../problem.ts";

/** Limits bodies to another size. */
const limits = (bytes: number): Patch => ({ isTooLarge: (length) => length > bytes });

/** Refuses large bodies otherwise. */
const refuses = (kind: "internal-error" | "malformed-request"): Patch => ({
  tooLarge: () => new ProblemError(kind),
});

/** Bugs of the size of bodies. */
export const limitsBugs = {
  ...breaking("BodyTooLarge", {
    "body-limit-missing": limits(Number.POSITIVE_INFINITY),
    "large-body-is-500": refuses("internal-error"),
    "large-body-is-400": refuses("malformed-request"),
    "large-body-resets": (right) => ({
      send(exchange, response, reply) {
        if (reply.status !== 413) return right.send(exchange, response, reply);
        exchange.request.socket.destroy();
      },
    }),
  }),
  ...breaking("BodyTooLarge#1", {
    "body-limit-of-16-kib": limits(16_384),
    "body-limit-of-64-kb": limits(64_000),
    "body-limit-of-100-kib": limits(102_400),
    "body-limit-off-by-one": limits(bodyLimitBytes + 1),
    "body-limit-in-characters": (right) => ({
      isTooLarge: () => false,
      async readBody(request) {
        const body = await request.toArray().then((chunks) => Buffer.concat(chunks));
        if (right.isTooLarge(body.toString("utf8").length)) throw right.tooLarge();
        return body;
      },
    }),
    "chunked-body-unlimited": {
      readBody: async (request) => await request.toArray().then((chunks) => Buffer.concat(chunks)),
    },
    "large-body-cut": (right) => ({
      async readBody(request) {
        const chunks: Buffer[] = [];
        for await (const chunk of request.iterator({ destroyOnReturn: false })) {
          if (right.isTooLarge(Buffer.concat([...chunks, chunk]).length)) break;
          chunks.push(chunk);
        }
        return Buffer.concat(chunks);
      },
    }),
  }),
  ...breaking("limits#1", {
    "full-body-refused": limits(bodyLimitBytes - 1),
  }),
  ...breaking("info", {
    "unread-body-garbles-connection": (right) => {
      const garbled = new WeakSet<object>();
      return {
        async check(exchange) {
          if (garbled.has(exchange.request.socket)) throw new ProblemError("malformed-request");
          await right.check(exchange);
        },
        refuse(exchange, problem) {
          if (hasBody(exchange.request)) garbled.add(exchange.request.socket);
          return right.refuse(exchange, problem);
        },
      };
    },
  }),
};
