import { by, type Tables } from "../acts.ts";
import { ids } from "../computers.ts";
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
  seed: {
    "names-shared-from-the-start": by("Computer.name#1", (all) =>
      all.map((one) => (one.id === ids.earlierFailed ? { ...one, name: "nightly-tests" } : one)),
    ),
  },
  path: {
    "encoded-slash-splits-path": by("ComputerId#1", (path) => path.replace(/%2f/gi, "/")),
    "other-versions-served": by("versioning", (path) => path.replace(/^\/api\/v\d+\//, "/api/v0/")),
    "rest-of-path-ignored": by("OtherError#1", (path) =>
      path.replace(/^((?:\/[^/]+){4})\/(?!install-deps).*$/, "$1"),
    ),
  },
  unguarded: {
    "trailing-slash-skips-credentials": by("authentication", (path) => path.replace(/\/+$/, "")),
    "encoded-path-skips-credentials": by("authentication", (path) =>
      path.replace(/^(\/[^/]+){3}/, decodedIfPossible),
    ),
    "dot-segments-skip-credentials": by("authentication", (path) => new URL(path, "http://host").pathname),
  },
  methods: {
    "put-accepted": by("OtherError#1", (methods, path) => ({
      ...methods,
      ...(path === "computer" && { PUT: "updateComputer" }),
    })),
    "list-by-post": by("OtherError#1", (methods, path) => ({
      ...methods,
      ...(path === "list" && { POST: "listComputers" }),
    })),
    "head-starts-retry": by("methods-and-redirects#1", (methods, path) => ({
      ...methods,
      ...(path === "retry" && { HEAD: "retryInstallDeps" }),
    })),
    "head-refused": by("methods-and-redirects#1", ({ HEAD: _refused, ...methods }) => methods),
  },
  id: {
    "id-trimmed": by("ComputerId#1", (id) => id.trim()),
    "nul-in-id-is-500": by("ComputerId#1", (id) => (id.includes("\0") ? fail() : id)),
    "long-id-is-500": by("ComputerId#1", (id) => (id.length > 255 ? fail() : id)),
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
    "forwarded-user-trusted": by(
      "authentication",
      (is, { request }) => is || "x-forwarded-user" in request.headers,
    ),
  },
  token: {
    "lower-case-scheme-is-500": by("authentication", (token, header) =>
      /^bearer/.test(header) ? fail() : token,
    ),
    "other-scheme-accepted": by("authentication", (_token, header) => header.replace(/^\S+ +/, "")),
    "bare-token-accepted": by("authentication", (token, header) => (header.includes(" ") ? token : header)),
    "words-after-token-ignored": by(
      "authentication#1",
      (token, header) => /^Bearer (\S+) /.exec(header)?.[1] ?? token,
    ),
    "non-ascii-token-is-500": by("authentication#1", (token, header) =>
      /[\u0080-\uffff]/.test(header) ? fail() : token,
    ),
  },
  key: {
    "truncated-token-accepted": by(
      "authentication#1",
      (is, key, token) => is || (token.length >= 8 && key.startsWith(token)),
    ),
  },
  shared: {
    "get-ignores-owner": by("authentication#1", (is, purpose) => is || purpose === "get"),
    "head-ignores-owner": by("ComputerId#1", (is, purpose) => is || purpose === "head"),
    "update-ignores-owner": by("authentication#1", (is, purpose) => is || purpose === "update"),
    "empty-update-ignores-owner": by("authentication#1", (is, purpose) => is || purpose === "empty update"),
    "retry-ignores-owner": by("authentication#1", (is, purpose) => is || purpose === "retry"),
  },
  pairs: {
    "blank-host-filter-ignored": by("listComputers.hostId#1", (pairs) =>
      pairs.filter(([name, value]) => name !== "hostId" || value !== ""),
    ),
    "equal-repeats-accepted": by("listComputers#2", (pairs) => [
      ...new Map(pairs.map((pair) => [pair.join("="), pair])).values(),
    ]),
    "query-name-case-ignored": by("listComputers#2", (pairs) =>
      pairs.map(([name, value]) => [
        known.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name,
        value,
      ]),
    ),
    "astral-query-is-500": by("listComputers#2", (pairs) =>
      /[\u{10000}-\u{10ffff}]/u.test(pairs.join()) ? fail() : pairs,
    ),
    "many-parameters-are-500": by("listComputers#2", (pairs) => (pairs.length > 20 ? fail() : pairs)),
  },
  flag: {
    "any-flag-accepted": by("listComputers.includeProvisioningSteps#1", () => true),
    "flag-case-ignored": by(
      "listComputers.includeProvisioningSteps#1",
      (is, text) => is || /^(true|false)$/i.test(text),
    ),
  },
  uuid: {
    "any-text-taken-as-host": by("ComputerUpdate.hostId", (is, _text, place) => is || place === "body"),
    "line-end-after-uuid-accepted": by(
      "ComputerUpdate.hostId",
      (is, text) => is || /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\n$/i.test(text),
    ),
    "host-of-arabic-digits-accepted": by(
      "ComputerUpdate.hostId",
      (is, text) => is || /^[\p{Nd}a-f]{8}(-[\p{Nd}a-f]{4}){3}-[\p{Nd}a-f]{12}$/iu.test(text),
    ),
    "only-random-uuids-accepted": by(
      "ComputerUpdate.hostId",
      (is, text, place) => is && (place === "query" || text[14] === "4"),
    ),
    "largest-uuid-unlisted": by(
      "listComputers.hostId",
      (is, text, place) => is && !(place === "query" && /^[f-]+$/i.test(text)),
    ),
  },
  json: {
    "media-type-by-prefix": by(
      "UnsupportedMediaType",
      (is, type) => is || type.startsWith("application/json"),
    ),
    "json-suffix-accepted": by("UnsupportedMediaType", (is, type) => is || /\+json *(;|$)/i.test(type)),
    "media-type-parameters-refused": by("UnsupportedMediaType", (is, type) => is && !type.includes(";")),
    "media-type-case-matters": by(
      "UnsupportedMediaType",
      (is, type) => is && !/[A-Z]/.test(type.split(";", 1)[0] ?? ""),
    ),
    "empty-media-type-accepted": by("UnsupportedMediaType#1", (is, type) => is || type.trim() === ""),
  },
  large: {
    "body-limit-missing": by("BodyTooLarge", () => false),
    "body-limit-off-by-one": by("BodyTooLarge#1", (_is, bytes) => bytes > 65_537),
    "full-body-refused": by("limits#1", (_is, bytes) => bytes >= 65_536),
  },
  text: {
    "text-after-json-ignored": by("InvalidUpdate", firstObject),
    "trailing-comma-accepted": by("InvalidUpdate", (text) => text.replace(/,(\s*[}\]])/g, "$1")),
    "escaped-slashes-kept": by("updateComputer.body", (text) => text.replaceAll("\\/", "\\\\/")),
    "deep-nesting-is-500": by("InvalidUpdate", (text) => (/(\[\s*){2000}/.test(text) ? fail() : text)),
    "blank-body-taken-as-empty-object": by("InvalidUpdate", (text) => (/^\s+$/.test(text) ? "{}" : text)),
    "byte-order-mark-is-500": by("InvalidUpdate", (text) => (text.startsWith("\ufeff") ? fail() : text)),
  },
  value: {
    "double-encoded-json-accepted": by("updateComputer.body#1", (value) =>
      typeof value === "string" ? JSON.parse(value) : value,
    ),
    "array-taken-as-empty-object": by("updateComputer.body#1", (value) =>
      Array.isArray(value) ? {} : value,
    ),
    "null-taken-as-empty-object": by("updateComputer.body#1", (value) => value ?? {}),
    "scalar-body-is-500": by("updateComputer.body#1", (value) =>
      typeof value === "object" ? value : fail(),
    ),
    "empty-update-refused": by("ComputerUpdate", (value) => {
      if (JSON.stringify(value) === "{}") throw new Problem("invalid-request");
      return value;
    }),
  },
  members: {
    "unknown-properties-ignored": by("updateComputer.body#1", (all) =>
      all.filter(([key]) => fields.includes(key) || readOnly.includes(key)),
    ),
    "read-only-properties-ignored": by("updateComputer.body#1", (all) =>
      all.filter(([key]) => !readOnly.includes(key)),
    ),
    "empty-property-ignored": by("updateComputer.body#1", (all) => all.filter(([key]) => key !== "")),
    "proto-key-ignored": by("updateComputer.body#1", (all) => all.filter(([key]) => key !== "__proto__")),
    "null-ignored": by("ComputerUpdate#1", (all) =>
      all.filter(([key, value]) => !fields.includes(key) || value !== null),
    ),
    "empty-text-ignored": by("limits", (all) => all.filter(([, value]) => value !== "")),
    "numbers-coerced-to-text": by("updateComputer.body", (all) =>
      all.map(([key, value]) => [key, typeof value === "number" ? String(value) : value]),
    ),
    "booleans-coerced-to-text": by("updateComputer.body", (all) =>
      all.map(([key, value]) => [key, typeof value === "boolean" ? String(value) : value]),
    ),
    "property-name-case-ignored": by("ComputerUpdate#1", (all) =>
      all.map(([key, value]) => [
        fields.find((one) => one.toLowerCase() === key.toLowerCase()) ?? key,
        value,
      ]),
    ),
  },
  error: {
    "null-clears-user": by("ComputerUpdate#1", (error, key, value) =>
      key === "remoteUser" && value === null ? undefined : error,
    ),
    "name-of-64-accepted": by("limits", (error, key, value) =>
      key === "name" && [...String(value)].length === 64 ? undefined : error,
    ),
    "name-of-63-refused": by(
      "limits",
      (error, key, value) =>
        error ?? (key === "name" && [...String(value)].length > 62 ? "is too long" : undefined),
    ),
    "empty-name-accepted": by("limits", (error, key, value) =>
      key === "name" && value === "" ? undefined : error,
    ),
    "user-of-64-accepted": by("limits", (error, key, value) =>
      key === "remoteUser" && [...String(value)].length === 64 ? undefined : error,
    ),
    "user-over-32-refused": by(
      "limits",
      (error, key, value) =>
        error ?? (key === "remoteUser" && String(value).length > 32 ? "is too long" : undefined),
    ),
    "one-character-user-refused": by(
      "limits",
      (error, key, value) =>
        error ?? (key === "remoteUser" && [...String(value)].length < 2 ? "is too short" : undefined),
    ),
    "private-use-refused": by(
      "ComputerUpdate.name#1",
      (error, _key, value) => error ?? (/\p{Co}/u.test(String(value)) ? "is not known" : undefined),
    ),
  },
} as const satisfies Tables;
