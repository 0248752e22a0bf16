import { breaking, type Patch, replies } from "../deviation.ts";

/** Takes other media types for JSON. */
const allows =
  (isAllowed: (contentType: string) => boolean): Patch =>
  (right) => ({ isJson: (contentType) => isAllowed(contentType) || right.isJson(contentType) });

/** Refuses some spellings of JSON's media type. */
const refuses =
  (isRefused: (contentType: string) => boolean): Patch =>
  (right) => ({ isJson: (contentType) => right.isJson(contentType) && !isRefused(contentType) });

/** Accepts bodies of forms too. */
const readsForms =
  (isAllowed: (contentType: string) => boolean): Patch =>
  (right) => ({
    isJson: (contentType) => isAllowed(contentType) || right.isJson(contentType),
    parseJson(body) {
      const text = body.toString();
      return /^\w+=/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : right.parseJson(body);
    },
  });

/** Takes some bodies for an empty update. */
const takes =
  (isEmpty: (body: Buffer) => boolean): Patch =>
  (right) => ({ parseJson: (body) => (isEmpty(body) ? {} : right.parseJson(body)) });

/** Bugs of media types. */
export const mediaTypesBugs = {
  ...breaking("UnsupportedMediaType", {
    "media-type-unchecked": readsForms(() => true),
    "text-plain-accepted": allows((contentType) => contentType.startsWith("text/plain")),
    "forms-accepted": readsForms((contentType) =>
      contentType.startsWith("application/x-www-form-urlencoded"),
    ),
    "media-type-parameters-refused": refuses((contentType) => contentType.includes(";")),
    "spaced-parameter-refused": refuses((contentType) => /\s;|;(?! )/.test(contentType)),
    "media-type-case-matters": refuses((contentType) => /[A-Z]/.test(contentType.split(";", 1)[0] ?? "")),
    "media-type-by-prefix": allows((contentType) => contentType.startsWith("application/json")),
    "media-type-by-substring": allows((contentType) => contentType.includes("json")),
    "json-suffix-accepted": allows((contentType) => /\+json *(;|$)/i.test(contentType)),
    "wrong-media-type-is-400": replies((reply) => {
      if (reply.status !== 415) return;
      reply.status = 400;
      reply.body = { ...(reply.body as object), status: 400 };
    }),
  }),
  ...breaking("UnsupportedMediaType#1", {
    "empty-media-type-accepted": allows((contentType) => contentType.trim() === ""),
    "missing-media-type-accepted": (right) => ({
      checkMediaType(exchange) {
        if (exchange.request.headers["content-type"] !== undefined) right.checkMediaType(exchange);
      },
    }),
  }),
  ...breaking("updateComputer.body", {
    "missing-body-taken-as-empty-object": takes(({ length }) => length === 0),
  }),
  ...breaking("InvalidUpdate", {
    "blank-body-taken-as-empty-object": takes((body) => body.length > 0 && body.toString().trim() === ""),
  }),
};
