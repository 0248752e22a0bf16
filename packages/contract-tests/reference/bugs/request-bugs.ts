import type { Tables } from "../acts.ts";
import { fail, Problem } from "../problems.ts";

const known = ["hostId", "includeProvisioningSteps"];
const fields = ["name", "hostId", "remoteUser"];
const readOnly = [
  ...["id", "providerType", "createdAt", "hostname", "status", "provisioningSteps", "relayClientUrl"],
  ...["relayAgentUrl", "ownerPrincipalKind", "ownerId", "computerSource"],
];

function decodedIfPossible(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Converts an SQL LIKE pattern to a regular expression. */
function likePattern(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("%", ".*").replaceAll("_", ".")}$`, "iu");
}

/** Returns the first object in a text, like a stream decoder. */
const firstObject = (text: string) => /^\s*\{[^{}]*\}/.exec(text)?.[0] ?? text;

/** Bugs in how a request is read, each with the rule that it breaks. */
export const requestBugs = {
  path: {
    "encoded-slash-splits-path": ["ComputerId#1", (path) => path.replace(/%2f/gi, "/")],
    "other-versions-served": ["versioning", (path) => path.replace(/^\/api\/v\d+\//, "/api/v0/")],
    "rest-of-path-ignored": [
      "OtherError#1",
      (path) => path.replace(/^((?:\/[^/]+){4})\/(?!install-deps).*$/, "$1"),
    ],
  },
  unguarded: {
    "trailing-slash-skips-credentials": ["authentication", (path) => path.replace(/\/+$/, "")],
    "encoded-path-skips-credentials": [
      "authentication",
      (path) => path.replace(/^(\/[^/]+){3}/, decodedIfPossible),
    ],
    "dot-segments-skip-credentials": ["authentication", (path) => new URL(path, "http://host").pathname],
  },
  methods: {
    "put-accepted": [
      "OtherError#1",
      (methods, path) => ({ ...methods, ...(path === "computer" && { PUT: "updateComputer" }) }),
    ],
    "list-by-post": [
      "OtherError#1",
      (methods, path) => ({ ...methods, ...(path === "list" && { POST: "listComputers" }) }),
    ],
    "head-starts-retry": [
      "methods-and-redirects#1",
      (methods, path) => ({ ...methods, ...(path === "retry" && { HEAD: "retryInstallDeps" }) }),
    ],
    "head-refused": ["methods-and-redirects#1", ({ HEAD: _refused, ...methods }) => methods],
  },
  id: {
    "id-trimmed": ["ComputerId#1", (id) => id.trim()],
    "nul-in-id-is-500": ["ComputerId#1", (id) => (id.includes("\0") ? fail() : id)],
    "long-id-is-500": ["ComputerId#1", (id) => (id.length > 255 ? fail() : id)],
  },
  found: {
    "id-prefix-matches": ["ComputerId#1", (is, one, id) => is || (id.length > 1 && one.startsWith(id))],
    "id-wildcards-match": ["ComputerId#1", (is, one, id) => is || likePattern(id).test(one)],
  },
  admitted: {
    "get-without-credentials": [
      "authentication",
      (is, { operation, method }) => is || (operation === "getComputer" && method === "GET"),
    ],
    "update-without-credentials": [
      "authentication",
      (is, { operation }) => is || operation === "updateComputer",
    ],
    "head-without-credentials": ["authentication", (is, { method }) => is || method === "HEAD"],
    "forwarded-user-trusted": [
      "authentication",
      (is, { request }) => is || "x-forwarded-user" in request.headers,
    ],
  },
  token: {
    "other-scheme-accepted": ["authentication", (_token, header) => header.replace(/^\S+ +/, "")],
    "bare-token-accepted": ["authentication", (token, header) => (header.includes(" ") ? token : header)],
    "words-after-token-ignored": [
      "authentication#1",
      (token, header) => /^Bearer (\S+) /.exec(header)?.[1] ?? token,
    ],
    "non-ascii-token-is-500": [
      "authentication#1",
      (token, header) => (/[\u0080-\uffff]/.test(header) ? fail() : token),
    ],
  },
  key: {
    "truncated-token-accepted": [
      "authentication#1",
      (is, key, token) => is || (token.length >= 8 && key.startsWith(token)),
    ],
    "token-case-ignored": [
      "authentication#1",
      (is, key, token) => is || key.toLowerCase() === token.toLowerCase(),
    ],
  },
  shared: {
    "get-ignores-owner": ["authentication#1", (is, purpose) => is || purpose === "get"],
    "head-ignores-owner": ["ComputerId#1", (is, purpose) => is || purpose === "head"],
    "update-ignores-owner": ["authentication#1", (is, purpose) => is || purpose === "update"],
    "empty-update-ignores-owner": ["authentication#1", (is, purpose) => is || purpose === "empty update"],
    "retry-ignores-owner": ["authentication#1", (is, purpose) => is || purpose === "retry"],
  },
  pairs: {
    "blank-host-filter-ignored": [
      "listComputers.hostId#1",
      (pairs) => pairs.filter(([name, value]) => name !== "hostId" || value !== ""),
    ],
    "equal-repeats-accepted": [
      "listComputers#2",
      (pairs) => [...new Map(pairs.map((pair) => [pair.join("="), pair])).values()],
    ],
    "repeated-parameter-takes-last": [
      "listComputers#2",
      (pairs) => [...new Map(pairs.map((pair) => [pair[0], pair])).values()],
    ],
    "query-name-case-ignored": [
      "listComputers#2",
      (pairs) =>
        pairs.map(([name, value]) => [
          known.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name,
          value,
        ]),
    ],
    "astral-query-is-500": [
      "listComputers#2",
      (pairs) => (/[\u{10000}-\u{10ffff}]/u.test(pairs.join()) ? fail() : pairs),
    ],
    "many-parameters-are-500": ["listComputers#2", (pairs) => (pairs.length > 20 ? fail() : pairs)],
  },
  flag: {
    "any-flag-accepted": ["listComputers.includeProvisioningSteps#1", () => true],
    "flag-case-ignored": [
      "listComputers.includeProvisioningSteps#1",
      (is, text) => is || /^(true|false)$/i.test(text),
    ],
  },
  uuid: {
    "unhyphenated-filter-accepted": [
      "listComputers.hostId#1",
      (is, text, place) => is || (place === "query" && /^[\da-f-]{32,}$/i.test(text)),
    ],
    "any-text-taken-as-host": ["ComputerUpdate.hostId", (is, _text, place) => is || place === "body"],
    "line-end-after-uuid-accepted": [
      "ComputerUpdate.hostId",
      (is, text) => is || /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\n$/i.test(text),
    ],
    "host-of-arabic-digits-accepted": [
      "ComputerUpdate.hostId",
      (is, text) => is || /^[\p{Nd}a-f]{8}(-[\p{Nd}a-f]{4}){3}-[\p{Nd}a-f]{12}$/iu.test(text),
    ],
    "upper-case-host-refused": [
      "ComputerUpdate.hostId",
      (is, text, place) => is && !(place === "body" && /[A-F]/.test(text)),
    ],
    "only-random-uuids-accepted": [
      "ComputerUpdate.hostId",
      (is, text, place) => is && (place === "query" || text[14] === "4"),
    ],
    "largest-uuid-unlisted": [
      "listComputers.hostId",
      (is, text, place) => is && !(place === "query" && /^[f-]+$/i.test(text)),
    ],
  },
  json: {
    "media-type-by-prefix": ["UnsupportedMediaType", (is, type) => is || type.startsWith("application/json")],
    "json-suffix-accepted": ["UnsupportedMediaType", (is, type) => is || /\+json *(;|$)/i.test(type)],
    "media-type-parameters-refused": ["UnsupportedMediaType", (is, type) => is && !type.includes(";")],
    "media-type-case-matters": [
      "UnsupportedMediaType",
      (is, type) => is && !/[A-Z]/.test(type.split(";", 1)[0] ?? ""),
    ],
    "empty-media-type-accepted": ["UnsupportedMediaType#1", (is, type) => is || type.trim() === ""],
  },
  large: {
    "body-limit-missing": ["BodyTooLarge", () => false],
    "body-limit-off-by-one": ["BodyTooLarge#1", (_is, bytes) => bytes > 65_537],
    "full-body-refused": ["limits#1", (_is, bytes) => bytes >= 65_536],
  },
  text: {
    "text-after-json-ignored": ["InvalidUpdate", firstObject],
    "trailing-comma-accepted": ["InvalidUpdate", (text) => text.replace(/,(\s*[}\]])/g, "$1")],
    "deep-nesting-is-500": ["InvalidUpdate", (text) => (/(\[\s*){2000}/.test(text) ? fail() : text)],
    "blank-body-taken-as-empty-object": ["InvalidUpdate", (text) => (/^\s+$/.test(text) ? "{}" : text)],
    "byte-order-mark-is-500": ["InvalidUpdate", (text) => (text.startsWith("\ufeff") ? fail() : text)],
  },
  value: {
    "double-encoded-json-accepted": [
      "updateComputer.body#1",
      (value) => (typeof value === "string" ? JSON.parse(value) : value),
    ],
    "array-taken-as-empty-object": ["updateComputer.body#1", (value) => (Array.isArray(value) ? {} : value)],
    "null-taken-as-empty-object": ["updateComputer.body#1", (value) => value ?? {}],
    "scalar-body-is-500": ["updateComputer.body#1", (value) => (typeof value === "object" ? value : fail())],
    "empty-update-refused": [
      "ComputerUpdate",
      (value) => {
        if (JSON.stringify(value) === "{}") throw new Problem("invalid-request");
        return value;
      },
    ],
  },
  members: {
    "unknown-properties-ignored": [
      "updateComputer.body#1",
      (all) => all.filter(([key]) => fields.includes(key) || readOnly.includes(key)),
    ],
    "read-only-properties-ignored": [
      "updateComputer.body#1",
      (all) => all.filter(([key]) => !readOnly.includes(key)),
    ],
    "empty-property-ignored": ["updateComputer.body#1", (all) => all.filter(([key]) => key !== "")],
    "proto-key-ignored": ["updateComputer.body#1", (all) => all.filter(([key]) => key !== "__proto__")],
    "null-ignored": [
      "ComputerUpdate#1",
      (all) => all.filter(([key, value]) => !fields.includes(key) || value !== null),
    ],
    "empty-text-ignored": ["limits", (all) => all.filter(([, value]) => value !== "")],
    "numbers-coerced-to-text": [
      "updateComputer.body",
      (all) => all.map(([key, value]) => [key, typeof value === "number" ? String(value) : value]),
    ],
    "booleans-coerced-to-text": [
      "updateComputer.body",
      (all) => all.map(([key, value]) => [key, typeof value === "boolean" ? String(value) : value]),
    ],
    "property-name-case-ignored": [
      "ComputerUpdate#1",
      (all) =>
        all.map(([key, value]) => [
          fields.find((one) => one.toLowerCase() === key.toLowerCase()) ?? key,
          value,
        ]),
    ],
  },
  error: {
    "null-clears-user": [
      "ComputerUpdate#1",
      (error, key, value) => (key === "remoteUser" && value === null ? undefined : error),
    ],
    "read-only-properties-written": [
      "ComputerUpdate#1",
      (error, key) => (readOnly.includes(key) ? undefined : error),
    ],
    "name-of-64-accepted": [
      "limits",
      (error, key, value) => (key === "name" && [...String(value)].length === 64 ? undefined : error),
    ],
    "name-of-63-refused": [
      "limits",
      (error, key, value) =>
        error ?? (key === "name" && [...String(value)].length > 62 ? "is too long" : undefined),
    ],
    "empty-name-accepted": [
      "limits",
      (error, key, value) => (key === "name" && value === "" ? undefined : error),
    ],
    "user-of-64-accepted": [
      "limits",
      (error, key, value) => (key === "remoteUser" && [...String(value)].length === 64 ? undefined : error),
    ],
    "user-over-32-refused": [
      "limits",
      (error, key, value) =>
        error ?? (key === "remoteUser" && String(value).length > 32 ? "is too long" : undefined),
    ],
    "one-character-user-refused": [
      "limits",
      (error, key, value) =>
        error ?? (key === "remoteUser" && [...String(value)].length < 2 ? "is too short" : undefined),
    ],
    "blank-name-refused": [
      "limits",
      (error, key, value) =>
        error ?? (key === "name" && String(value).trim() === "" ? "is blank" : undefined),
    ],
    "private-use-refused": [
      "ComputerUpdate.name#1",
      (error, _key, value) => error ?? (/\p{Co}/u.test(String(value)) ? "is not known" : undefined),
    ],
  },
} as const satisfies Tables;
