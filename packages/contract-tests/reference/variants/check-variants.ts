import { bodyLimitBytes, hasBody } from "../bodies.ts";
import { perSecond } from "../bugs/update-limit.ts";
import { type Patch, replies, within } from "../deviation.ts";
import type { Exchange } from "../exchange.ts";
import { ProblemError } from "../problem.ts";
import { pointerTo } from "../update-bodies.ts";
import type { World } from "../world.ts";

/** Does something before the credentials are checked. */
const beforeCredentials =
  (check: (exchange: Exchange, right: World) => void): Patch =>
  (right) => ({
    checkCredentials(exchange) {
      check(exchange, right);
      return right.checkCredentials(exchange);
    },
  });

/** Does something before the media type is checked. */
const beforeMediaType =
  (check: (exchange: Exchange, right: World) => void): Patch =>
  (right) => ({
    checkMediaType(exchange) {
      check(exchange, right);
      right.checkMediaType(exchange);
    },
  });

/** Returns the repeated names in a text's outermost object. */
function repeatedNames(text: string): readonly string[] {
  const names: string[] = [];
  let depth = 0;
  for (const token of text.match(/"(?:[^"\\]|\\.)*"\s*:?|[{}[\]]/g) ?? []) {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else if (depth === 1 && token.endsWith(":")) names.push(JSON.parse(token.slice(0, -1)) as string);
  }
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** Refuses one request in a number of them before anything is checked. */
const refusesSome =
  (every: number, kind: "rate-limited" | "unavailable"): Patch =>
  (right) => {
    let count = 0;
    return {
      checkPath(exchange) {
        count += 1;
        if (count % every === 0) throw new ProblemError(kind, { headers: { "Retry-After": "0" } });
        right.checkPath(exchange);
      },
    };
  };

const requestsPerSecond = 40;
/** The variant is unavailable once per this number of requests. */
const unavailableEvery = 9;

/** Variants in what is refused, and in which order. */
export const checkVariants = {
  ...within("authentication#1", {
    "scheme-case-matters": {
      bearerToken: (header) => /^Bearer +([\w.~+/-]+=*)$/.exec(header)?.[1],
    },
    "jwt-with-lenient-base64": (right) => ({
      credentials: () => ({ ...right.credentials(), token: right.credentials().jwt }),
      claimsOf(token) {
        const [, signed = "", signature = ""] = /^(.*\.)([\w-]*)=*$/.exec(token) ?? [];
        // The bits after the last whole byte mean nothing either.
        return right.claimsOf(signed + Buffer.from(signature, "base64url").toString("base64url"));
      },
    }),
  }),
  ...within("OtherError#1", {
    "unknown-path-is-html": replies((reply, { route, operation }) => {
      if (reply.status !== 404 || operation !== undefined || route.computerId !== undefined) return;
      reply.headers = { "Content-Type": "text/html" };
      reply.body = "<h1>Not Found</h1>";
    }),
    "odd-paths-refused-by-proxy": (right) => ({
      async replyTo(exchange) {
        const reply = await right.replyTo(exchange);
        if (!/%(?![0-9a-f]{2})|%(00|0a|2f|5c)|.{400}/i.test(exchange.rawPath)) return reply;
        return { status: 400, headers: { "Content-Type": "text/html" }, body: "<h1>400 Bad Request</h1>" };
      },
    }),
    "malformed-encoding-is-400": (right) => ({
      decodeId(segment) {
        try {
          return right.decodeId(segment);
        } catch {
          throw new ProblemError("malformed-request");
        }
      },
    }),
  }),
  ...within("errors#4", {
    "large-body-before-credentials": beforeCredentials(({ request }) => {
      if (Number(request.headers["content-length"] ?? 0) <= bodyLimitBytes) return;
      throw new ProblemError("body-too-large", { headers: { Connection: "close" } });
    }),
    "size-before-media-type": beforeMediaType((exchange, right) => right.checkLength(exchange)),
    "credentials-before-path": (right) => ({
      checkPath(exchange) {
        void right.checkCredentials(exchange);
        right.checkPath(exchange);
      },
    }),
    "query-before-credentials": beforeCredentials((exchange, right) => right.checkQuery(exchange)),
    "record-before-body": beforeMediaType(({ route, principal }, right) => {
      if (principal && route.computerId !== undefined) right.ownComputer(principal, route.computerId, "get");
    }),
    "host-conflict-first": (right) => ({
      updateConflict: (computer, changes) =>
        (changes.hostId === undefined ? undefined : right.hostConflict(computer, changes.hostId)) ??
        right.updateConflict(computer, changes),
    }),
  }),
  ...within("UnsupportedMediaType#1", {
    "empty-body-is-415": beforeMediaType(({ operation, request }) => {
      if (operation !== "updateComputer" || request.headers["content-type"] !== undefined) return;
      throw new ProblemError("unsupported-media-type");
    }),
  }),
  ...within("retryInstallDeps", {
    "retry-body-refused": beforeMediaType(({ operation, request }) => {
      if (operation === "retryInstallDeps" && hasBody(request)) throw new ProblemError("malformed-request");
    }),
  }),
  ...within("InvalidUpdate", {
    "repeated-names-refused": (right) => ({
      parseUpdate(body) {
        const repeated = repeatedNames(body.subarray(0, bodyLimitBytes).toString("utf8"));
        const changes = right.parseUpdate(body);
        const errors = repeated.map((name) => ({ pointer: pointerTo(name), message: "is repeated" }));
        if (errors.length > 0) throw new ProblemError("invalid-request", { errors });
        return changes;
      },
    }),
    "byte-order-mark-accepted": (right) => ({
      decodeText: (body) => right.decodeText(body).replace(/^\ufeff/, ""),
    }),
  }),
  ...within("limits#1", {
    "lone-surrogates-kept": {
      isStorable: () => true,
    },
  }),
  ...within("RateLimited#1", {
    "limited-before-anything": refusesSome(7, "rate-limited"),
    "rate-limited": () => {
      const count = perSecond();
      return {
        checkRate({ principal }) {
          if (count(principal?.id ?? "") <= requestsPerSecond) return;
          throw new ProblemError("rate-limited", { headers: { "Retry-After": "1" } });
        },
      };
    },
  }),
  ...within("Unavailable#1", {
    "unavailable-before-anything": refusesSome(11, "unavailable"),
    "sometimes-unavailable": () => {
      let count = 0;
      return {
        checkRate() {
          count += 1;
          if (count % unavailableEvery > 0) return;
          throw new ProblemError("unavailable", { headers: { "Retry-After": "0" } });
        },
      };
    },
  }),
};
