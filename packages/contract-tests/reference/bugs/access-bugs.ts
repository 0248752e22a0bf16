import { type Acts, by, type Check, type Reason, type Tables } from "../acts.ts";
import { ada, ids, type Principal } from "../computers.ts";
import { fail } from "../problems.ts";
import { decoded, isMalformed, parsed } from "../texts.ts";

/** Converts an SQL LIKE pattern to a regular expression. */
function likePattern(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("%", ".*").replaceAll("_", ".")}$`, "iu");
}

/** Makes some checks earlier, before another. */
const before =
  (
    place: Check,
    moved: readonly Check[],
    isConcerned: (...of: Parameters<Acts["checks"]>) => boolean = () => true,
  ): Acts["checks"] =>
  (checks, exchange) =>
    isConcerned(checks, exchange)
      ? checks.filter((one) => !moved.includes(one)).flatMap((one) => (one === place ? [...moved, one] : one))
      : checks;

/** Accepts what is refused for a reason as the first owner's. */
const accepts =
  (
    reason: Reason,
    isAccepted: (token: string, issued: readonly string[]) => boolean = () => true,
  ): Acts["principal"] =>
  (found, token, issued) =>
    found === reason && isAccepted(token, issued) ? ada : found;

const headOf = (token: string) => Buffer.from(token.split(".")[0] ?? "", "base64url").toString();

/** Bugs in access, by owner, path and method, each with the rule that it breaks. */
export const accessBugs = {
  seeded: {
    "names-shared-from-the-start": by(
      "Computer.name#1",
      ({ id }) => id === ids.earlierFailed && { name: "nightly-tests" },
    ),
  },
  requestId: { "request-id-constant": by("X-Request-Id#1", () => "00000000") },
  checks: {
    "body-before-credentials": by("errors#4", before("credentials", ["media type", "size", "body"])),
    "record-before-credentials": by("errors#4", before("credentials", ["any record"])),
    "retry-state-before-credentials": by("errors#4", before("credentials", ["any record", "state"])),
    "put-oracle": by(
      "errors#4",
      before("method", ["any record"], (_checks, { method }) => method === "PUT"),
    ),
    "options-oracle": by(
      "errors#4",
      before("method", ["any record"], (_checks, { method }) => method === "OPTIONS"),
    ),
    "foreign-400-first": by("ComputerNotFound#1", before("media type", ["any record"])),
    "foreign-conflict-told": by("ComputerNotFound#1", before("query", ["state"])),
  },
  path: {
    "method-override-honoured": by("OtherError#1", (path, exchange) => {
      const { method, request } = exchange;
      const other = request.headers["x-http-method-override"];
      if (method === "POST" && other !== undefined) Object.assign(exchange, { method: other });
      return path;
    }),
    "body-with-get-is-500": by("info", (path, { method, request }) =>
      method === "GET" && Number(request.headers["content-length"] ?? 0) > 0 ? fail() : path,
    ),
    "long-field-is-500": by("info", (path, { request }) =>
      String(request.headers["x-unknown"] ?? "").length > 4_000 ? fail() : path,
    ),
    "malformed-encoding-is-500": by("OtherError#1", (path) => (isMalformed(path) ? fail() : path)),
    "encoded-slash-splits-path": by("ComputerId#1", (path) => path.replace(/%2f/gi, "/")),
    "other-versions-served": by("versioning", (path) => path.replace(/^\/api\/v\d+\//, "/api/v0/")),
    "neighbouring-path-served": by("OtherError#1", (path) =>
      path.replace(/^\/api\/v0\/computers?x?(?=\/|$)/, "/api/v0/computers"),
    ),
    "original-url-honoured": by("OtherError#1", (path, { request }) =>
      String(request.headers["x-original-url"] ?? path),
    ),
    "language-is-500": by("info", (path, { request }) =>
      request.headers["accept-language"]?.includes("tr") ? fail() : path,
    ),
    "cookie-is-500": by("info", (path, { request }) =>
      isMalformed(request.headers.cookie ?? "") ? fail() : path,
    ),
    "rest-of-path-ignored": by("OtherError#1", (path) =>
      path.replace(/^((?:\/[^/]+){4})\/(?!install-deps).*$/, "$1"),
    ),
  },
  unguarded: {
    "trailing-slash-skips-credentials": by("authentication", (path) => path.replace(/\/+$/, "")),
    "encoded-dots-skip-credentials": by("authentication", (path) =>
      path.replace(/\/[^/]+\/%2e%2e(?=\/)/gi, ""),
    ),
    "encoded-path-skips-credentials": by("authentication", (path) =>
      path.replace(/^(\/[^/]+){3}/, (start) => decoded(start) ?? start),
    ),
    "dot-segments-skip-credentials": by("authentication", (path) => new URL(path, "http://host").pathname),
  },
  methods: {
    "put-accepted": by(
      "OtherError#1",
      (_methods, route) => route === "computer" && { PUT: "updateComputer" },
    ),
    "list-by-post": by("OtherError#1", (_methods, route) => route === "list" && { POST: "listComputers" }),
    "head-starts-retry": by(
      "methods-and-redirects#1",
      (_methods, route) => route === "retry" && { HEAD: "retryInstallDeps" },
    ),
    "head-refused": by("methods-and-redirects#1", () => ({ HEAD: undefined })),
  },
  id: {
    "id-trimmed": by("ComputerId#1", (id) => id.trim()),
    "nul-in-id-is-500": by("ComputerId#1", (id) => (id.includes("\0") ? fail() : id)),
    "long-id-is-500": by("ComputerId#1", (id) => (id.length > 255 ? fail() : id)),
    "id-not-decoded": by("ComputerId", (_id, segment) => segment),
    "query-stays-in-id": by("listComputers#2", (id, _segment, { search }) => id + (search ? "?" : "")),
  },
  found: {
    "id-prefix-matches": by("ComputerId#1", (is, one, id) => is || (id.length > 1 && one.startsWith(id))),
    "id-wildcards-match": by("ComputerId#1", (is, one, id) => is || likePattern(id).test(one)),
  },
  admitted: {
    "get-without-credentials": by(
      "authentication",
      (is, { operation, method }) => is || (operation === "getComputer" && method === "GET"),
    ),
    "head-without-credentials": by("authentication", (is, { method }) => is || method === "HEAD"),
    "loopback-trusted": by(
      "authentication",
      (is, { request }) => is || request.headers["x-forwarded-for"] === "127.0.0.1",
    ),
    "forwarded-user-trusted": by(
      "authentication",
      (is, { request }) => is || "x-forwarded-user" in request.headers,
    ),
    "token-in-query-accepted": by(
      "authentication",
      (is, { search }) => is || search.includes("access_token="),
    ),
  },
  token: {
    "lower-case-scheme-is-500": by("authentication", (token, header) =>
      /^bearer/.test(header) ? fail() : token,
    ),
    "password-is-a-token": by("authentication", (token, header) => {
      const [, sent = ""] = /^Basic +(.+)$/i.exec(header) ?? [];
      return Buffer.from(sent, "base64").toString().split(":")[1] || token;
    }),
    "other-scheme-accepted": by("authentication", (_token, header) => header.replace(/^\S+ +/, "")),
    "token-percent-decoded": by(
      "authentication#1",
      (token, header) => token ?? decoded(header.replace(/^Bearer +/, "")),
    ),
    "parameters-after-token-ignored": by(
      "authentication#1",
      (token, header) => token ?? /^Bearer +([\w.~+/-]+=*);/.exec(header)?.[1],
    ),
    "bare-token-accepted": by("authentication", (token, header) => (header.includes(" ") ? token : header)),
    "non-ascii-token-is-500": by("authentication#1", (token, header) =>
      /[\u0080-\uffff]/.test(header) ? fail() : token,
    ),
  },
  principal: {
    "any-token-accepted": by("authentication", accepts("unknown")),
    "revoked-token-accepted": by("authentication#1", accepts("revoked")),
    "expired-token-accepted": by("authentication#1", accepts("expired")),
    "jwt-signature-unchecked": by(
      "authentication#1",
      accepts("unknown", (token) => parsed(headOf(token)) !== undefined),
    ),
    "jwt-algorithm-none-accepted": by(
      "authentication#1",
      accepts("unknown", (token) => headOf(token).includes('"none"')),
    ),
    "truncated-token-accepted": by(
      "authentication#1",
      accepts("unknown", (token, issued) => token.length >= 8 && issued.some((one) => one.startsWith(token))),
    ),
    "ninth-character-unchecked": by(
      "authentication#1",
      accepts("unknown", (token, issued) => {
        const others = (text: string) => text.slice(0, 8) + text.slice(9);
        return issued.some((one) => others(one) === others(token));
      }),
    ),
    "garbled-jwt-is-500": by("authentication#1", (found, token) =>
      found === "unknown" && token.split(".").length === 3 ? fail() : found,
    ),
    "keys-are-the-first-owner's": by("authentication#1", (found, token): Principal | Reason =>
      typeof found !== "string" && token.startsWith("chk_") ? ada : found,
    ),
  },
  shared: {
    "get-ignores-owner": by("authentication#1", (is, purpose) => is || purpose === "get"),
    "head-ignores-owner": by("ComputerId#1", (is, purpose) => is || purpose === "head"),
    "update-ignores-owner": by("authentication#1", (is, purpose) => is || purpose === "update"),
    "empty-update-ignores-owner": by("authentication#1", (is, purpose) => is || purpose === "empty update"),
    "retry-ignores-owner": by("authentication#1", (is, purpose) => is || purpose === "retry"),
  },
} as const satisfies Tables;
