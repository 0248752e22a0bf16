import { breaking, fail, type Patch, replies } from "../deviation.ts";
import { likePattern } from "./uniqueness-bugs.ts";

/** Routes paths in another spelling, which the check of credentials does not know. */
function skipsCredentials(spell: (path: string) => string): Patch {
  return (right) => ({
    matchRoute: (rawPath, search) => right.matchRoute(spell(rawPath), search),
    authenticate: (exchange) =>
      spell(exchange.rawPath) === exchange.rawPath
        ? right.authenticate(exchange)
        : right.issuer.principals[0],
  });
}

/** Routes paths as if they were spelled otherwise. */
const routes =
  (spell: (path: string) => string): Patch =>
  (right) => ({ matchRoute: (rawPath, search) => right.matchRoute(spell(rawPath), search) });

const decodes =
  (change: (id: string) => string): Patch =>
  (right) => ({ decodeId: (segment) => change(right.decodeId(segment)) });

/** Finds computers by IDs that are not theirs. */
const finds =
  (isFound: (known: string, id: string) => boolean): Patch =>
  (right) => ({
    findComputer: (id) =>
      right.findComputer(id) ?? [...right.computers.values()].find((one) => isFound(one.id, id)),
  });

function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Bugs with paths as sent on the wire. */
export const rawPathsBugs = {
  ...breaking("authentication", {
    "trailing-slash-skips-credentials": skipsCredentials((path) => path.replace(/\/+$/, "")),
    "double-slash-skips-credentials": skipsCredentials((path) => path.replace(/\/{2,}/g, "/")),
    "upper-case-path-skips-credentials": skipsCredentials((path) =>
      path.replace(/^\/api\/v0\/computers(?=\/|$)/i, (start) => start.toLowerCase()),
    ),
    "encoded-path-skips-credentials": skipsCredentials((path) =>
      path.replace(/^\/[^/]+\/[^/]+\/[^/]+/, decodeLeniently),
    ),
    "dot-segments-skip-credentials": skipsCredentials((path) => new URL(path, "http://reference").pathname),
  }),
  ...breaking("ComputerId#1", {
    "encoded-slash-splits-path": routes((path) => path.replace(/%2f/gi, "/")),
    "id-decoded-twice": decodes(decodeLeniently),
    "id-trimmed": decodes((id) => id.trim()),
    "id-case-ignored": finds((known, id) => known.toLowerCase() === id.toLowerCase()),
    "id-prefix-matches": finds((known, id) => id.length > 3 && known.startsWith(id)),
    "longer-id-matches": finds((known, id) => id.startsWith(known)),
    "id-wildcards-match": finds((known, id) => likePattern(id).test(known)),
    "nul-in-id-is-500": decodes((id) => (id.includes("\0") ? fail() : id)),
    "long-id-is-500": decodes((id) => (id.length > 255 ? fail() : id)),
  }),
  ...breaking("OtherError#1", {
    "rest-of-path-ignored": routes((path) =>
      path.replace(/^((?:\/[^/]+){4}(?:\/install-deps(?=\/)|(?!\/install-deps$)))\/.*$/, "$1"),
    ),
    "malformed-encoding-is-500": {
      decodeId: (segment) =>
        decodeLeniently(segment) === segment && /%/.test(segment) ? fail() : decodeURIComponent(segment),
    },
    "unknown-path-is-200": (right) => ({
      async refuse(exchange, problem) {
        const reply = await right.refuse(exchange, problem);
        if (problem.kind !== "path-not-found") return reply;
        return { status: 200, headers: { "Content-Type": "text/html" }, body: "<!doctype html>" };
      },
    }),
  }),
  ...breaking("versioning", {
    "other-versions-served": routes((path) => path.replace(/^\/api\/v\d+\//, "/api/v0/")),
  }),
  ...breaking("methods-and-redirects#2", {
    "path-redirected": replies((reply, { rawPath }) => {
      if (!/^\/api\/.*\/$/.test(rawPath)) return;
      reply.status = 308;
      reply.headers.Location = rawPath.replace(/\/+$/, "");
    }),
  }),
  ...breaking("listComputers#2", {
    "query-stays-in-id": (right) => ({
      matchRoute(rawPath, search) {
        const route = right.matchRoute(rawPath, search);
        const { computerId } = route;
        return computerId && search ? { ...route, computerId: `${computerId}?${search}` } : route;
      },
    }),
  }),
  ...breaking("ComputerId", {
    "id-not-decoded": {
      decodeId: (segment) => segment,
    },
  }),
};
