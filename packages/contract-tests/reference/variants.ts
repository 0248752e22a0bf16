import {
  type Acts,
  by,
  type Check,
  type Deviation,
  deviationsOf,
  type IdsIn,
  inPlace,
  type Tables,
  without,
} from "./acts.ts";
import type { Step } from "./computers.ts";
import type { Memory } from "./memory.ts";
import { fail, type ProblemKind } from "./problems.ts";
import { seedVariants } from "./seed-variants.ts";
import { isMalformed, parsed } from "./texts.ts";

const optionalFields = [
  "hostname",
  "relayClientUrl",
  "relayAgentUrl",
  "ownerPrincipalKind",
  "ownerId",
  "computerSource",
];
/** The name and the addresses that a host reports, or that are signed, at a moment. */
const reported = (number: number) => ({
  hostname: `runner-${number}.internal`,
  relayClientUrl: `wss://relay.example.com/client?expires=${number}`,
  relayAgentUrl: `wss://relay.example.com/agent?expires=${number}`,
});
const otherWords = { pending: "queued", running: "in_progress", completed: "succeeded", failed: "broken" };

/** Moves a check, which a service may make earlier. */
const moves =
  (moved: Check, place: Check): Acts["checks"] =>
  (checks) =>
    checks.filter((one) => one !== moved).flatMap((one) => (one === place ? [moved, one] : [one]));

/** Refuses each request whose count is a multiple of a number. */
const refusesEvery =
  (kind: ProblemKind, number: number): Acts["path"] =>
  (path, { memory }) =>
    memory.count("requests") % number === 0 ? fail(kind, { headers: { "Retry-After": "0" } }) : path;

/** Writes JSON in another way. */
const respelt =
  (write: (value: unknown, memory: Memory) => string): Acts["content"] =>
  (content, { memory }) => {
    const value = parsed(content.toString());
    return value === undefined ? content : Buffer.from(write(value, memory));
  };

/** Puts the members of every object in another order. */
const reordered =
  (order: (entries: [string, unknown][]) => [string, unknown][]) =>
  (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reordered(order));
    if (typeof value !== "object" || value === null) return value;
    const entries = order(Object.entries(value));
    return Object.fromEntries(entries.map(([key, inner]) => [key, reordered(order)(inner)]));
  };
const reversed = reordered((entries) => entries.toReversed());
const ordered = reordered((entries) => entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Writes characters as escapes; an escape stays one, but for that of a quotation mark. */
const escaping =
  (characters: RegExp): ((value: unknown) => string) =>
  (value) =>
    JSON.stringify(value).replace(/\\.|[^\\]/gu, (one) => {
      if (!characters.test(one)) return one;
      const units = (one === '\\"' ? '"' : one).split("");
      return units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
    });

/** Writes the times of records, which are the only numbers of 13 digits, in another way. */
const timesAs = (write: (time: number) => string) =>
  respelt((value) =>
    JSON.stringify(value).replace(/:(\d{13})(?=[,}])/g, (_all, time) => `:${write(Number(time))}`),
  );

/** Returns the names that a flat object repeats. */
function repeatedNames(text: string): readonly string[] {
  const names = [...text.matchAll(/[{,]\s*("(?:[^"\\]|\\.)*")\s*:/g)].map(
    ([, name = ""]) => JSON.parse(name) as string,
  );
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

const tables = {
  ...seedVariants,
  inPlace: { "slow-responses": inPlace("info"), "no-early-hints": inPlace("info") },
  conflict: {
    "host-conflict-first": by("errors#4", (found, one, { hostId }) =>
      found && hostId && one.hostId && one.hostId.toLowerCase() !== hostId.toLowerCase()
        ? "host-already-set"
        : found,
    ),
  },
  requestId: { "short-request-ids": by("X-Request-Id#1", (_id, memory) => `r-${memory.count("requests")}`) },
  checks: {
    "credentials-before-path": by("errors#4", moves("credentials", "path")),
    "query-before-credentials": by("errors#4", moves("query", "credentials")),
    "record-before-body": by("errors#4", moves("own record", "media type")),
    "size-before-media-type": by("errors#4", moves("size", "media type")),
    "large-body-before-credentials": by("errors#4", moves("size", "credentials")),
  },
  path: {
    "malformed-encoding-is-400": by("OtherError#1", (path) =>
      isMalformed(path) ? fail("malformed-request") : path,
    ),
    "limited-before-anything": by("RateLimited#1", refusesEvery("rate-limited", 7)),
    // Express and ASP.NET Core by default.
    "path-case-ignored": by("OtherError#1", (path) =>
      path
        .replace(/^\/api\/v0\/computers(?=\/|$)/i, "/api/v0/computers")
        .replace(/\/install-deps$/i, "/install-deps"),
    ),
    "slash-at-end-ignored": by("OtherError#1", (path) => path.replace(/\/$/, "")),
    // Rails by default.
    "format-in-path-ignored": by("OtherError#1", (path) => path.replace(/\/computers\.json$/, "/computers")),
    // nginx by default.
    "slashes-merged": by("OtherError#1", (path) => path.replace(/\/+/g, "/")),
    // Spring by default.
    "matrix-parameters-ignored": by("OtherError#1", (path) => path.replace(/;[^/]*/g, "")),
    "long-fields-refused": by("OtherError#1", (path, { request }) =>
      String(request.headers["x-unknown"] ?? "").length > 2_048 ? fail("header-too-large") : path,
    ),
    "body-with-get-refused": by("OtherError#1", (path, { method, request }) =>
      method === "GET" && Number(request.headers["content-length"] ?? 0) > 0
        ? fail("malformed-request")
        : path,
    ),
    "unavailable-before-anything": by("Unavailable#1", refusesEvery("unavailable", 11)),
  },
  token: {
    "scheme-case-matters": by("authentication#1", (token, header) =>
      /^Bearer /.test(header) ? token : undefined,
    ),
  },
  limit: {
    "rate-limited": by("RateLimited#1", (_none, { owner, memory }) => {
      if (memory.count(`${owner?.id} ${Math.floor(Date.now() / 1_000)}`) > 40)
        fail("rate-limited", { headers: { "Retry-After": "1" } });
      return undefined;
    }),
    "sometimes-unavailable": by("Unavailable#1", (_none, { memory }) =>
      memory.count("checked") % 9 === 0
        ? fail("unavailable", { headers: { "Retry-After": "0" } })
        : undefined,
    ),
  },
  json: {
    "empty-body-is-415": by(
      "UnsupportedMediaType#1",
      (is, type, { operation }) => is && (type !== undefined || operation === "retryInstallDeps"),
    ),
    "retry-body-refused": by("retryInstallDeps", (is, _type, { operation, request }) => {
      const { "content-length": length = "0" } = request.headers;
      if (operation === "retryInstallDeps" && length !== "0") fail("malformed-request");
      return is;
    }),
  },
  text: {
    "byte-order-mark-accepted": by("InvalidUpdate", (text) => text.replace(/^\ufeff/, "")),
    "repeated-names-refused": by("InvalidUpdate", (text) => {
      const errors = repeatedNames(text).map((name) => ({ pointer: `/${name}`, message: "is repeated" }));
      if (errors.length > 0) fail("invalid-request", { errors });
      return text;
    }),
  },
  members: {
    "lone-surrogates-replaced": by("ComputerUpdate#2", (all) =>
      all.map(([key, value]) => [key, typeof value === "string" ? value.toWellFormed() : value]),
    ),
  },
  error: {
    "lone-surrogates-kept": by("ComputerUpdate#2", (error) =>
      error?.includes("surrogate") ? undefined : error,
    ),
  },
  stored: {
    "host-kept-as-sent": by("ComputerUpdate.hostId", (text, field, sent) =>
      field === "hostId" ? sent : text,
    ),
  },
  sessionId: {
    "numbered-sessions": by("ProvisioningStep.installSessionId#1", (_id, _latest, memory) =>
      String(memory.count("sessions")),
    ),
  },
  now: { "whole-second-times": by("Computer.createdAt#1", (time) => Math.floor(time / 1_000) * 1_000) },
  updated: {
    "linked-host-reports": by("Computer#1", ({ id }, _before, { hostId }) => hostId && reported(Number(id))),
  },
  started: {
    "retry-drops-hostname": by("Computer#1", () => ({ hostname: undefined })),
  },
  duration: {
    "sessions-end-at-once": by("retryInstallDeps#1", () => 0),
    "slow-sessions": by("retryInstallDeps#1", (ms) => ms * 10),
  },
  ended: {
    "sessions-fail": by(
      "Computers#2",
      ({ id }) => id === "install-deps" && { status: "failed", error: "code 100" },
    ),
  },
  sentStep: {
    "other-step-words": by("ProvisioningStep.status#1", ({ status }) => ({
      status: otherWords[status as Step["status"]],
    })),
  },
  sent: {
    "fields-that-count-reads": by("how-to-read-this-document", (_record, _place, _one, memory) => ({
      reads: memory.count("reads"),
    })),
    "extra-fields": by("versioning#1", ({ provisioningSteps: steps }) => ({
      labels: { team: "build", tier: null },
      provisioningSteps: (steps as Step[] | undefined)?.map((step) => ({ ...step, attempts: 1 })),
    })),
    "few-fields": by("how-to-read-this-document", () => without(optionalFields)),
    "status-never-sent": by("how-to-read-this-document", () => ({ status: undefined })),
    "source-without-kind": by("how-to-read-this-document", () => ({ computerSource: {} })),
    "fractional-times": by("Computer.createdAt#1", ({ createdAt }) => ({
      createdAt: Number(createdAt) + 0.25,
    })),
    "host-in-upper-case": by("ComputerUpdate.hostId", (_record, _place, { hostId }) => ({
      hostId: hostId?.toUpperCase(),
    })),
    "hostname-changes-and-relays-rotate": by("Computer#1", (_record, _place, _one, memory) => ({
      ...reported(memory.count("signed")),
      hostname: `runner-${Math.floor(Date.now() / 1_000)}.internal`,
    })),
    "hostname-and-relays-come-and-go": by("Computer#1", (_record, _place, _one, memory) => {
      const number = memory.count("reported");
      const { hostname, relayClientUrl, relayAgentUrl } = reported(1);
      return {
        hostname: number % 2 ? hostname : undefined,
        relayClientUrl: number % 3 ? relayClientUrl : undefined,
        relayAgentUrl: number % 5 ? relayAgentUrl : undefined,
      };
    }),
    "unknown-source-kinds": by("ComputerSource#1", () => ({
      computerSource: { kind: "marketplace", listing: { id: 9 } },
    })),
    // encoding/json without `omitempty`.
    "unknown-texts-empty": by("Computer", ({ hostname = "", ownerId = "" }) => ({ hostname, ownerId })),
    "unknown-owner-kinds": by("Computer.ownerPrincipalKind#1", () => ({ ownerPrincipalKind: "team" })),
  },
  problem: {
    "other-problem-words": by("Problem.type#1", ({ type }) => ({
      type: `https://errors.example/${type}`,
      title: `E-${type}`,
      detail: `No, at ${new Date().toISOString()}.`,
      code: 17,
    })),
    "missing-record-unnamed": by(
      "ComputerNotFound",
      ({ status }) => status === 404 && { detail: "Not found" },
    ),
  },
  headers: {
    "charset-on-json": by("UnsupportedMediaType", ({ "Content-Type": type }) => ({
      "Content-Type": `${type}; charset=utf-8`,
    })),
    "connections-closed": by("info", () => ({ Connection: "close" })),
    "extra-headers": by("info", () => ({ "Cache-Control": "no-store", Server: "nginx", Vary: "Origin" })),
    "headers-of-each-request": by("info", (_headers, _reply, { memory }) => {
      const number = memory.count("headers");
      return { "X-Node": `node-${number % 7}`, "X-Cache-Hits": number % 2 ? "1" : undefined };
    }),
    "chunked-bodies": by("info", () => ({ "Transfer-Encoding": "chunked" })),
    "challenge-parameters": by(
      "WWW-Authenticate#1",
      (_headers, { status }) =>
        status === 401 && { "WWW-Authenticate": 'Bearer realm="compute", error="invalid_token"' },
    ),
    "options-in-allow": by("methods-and-redirects#1", ({ Allow }) => Allow && { Allow: `${Allow}, OPTIONS` }),
  },
  reply: {
    // Spring and JAX-RS by default.
    "html-is-406": by(
      "OtherError#1",
      (_reply, { request, requestId }) =>
        request.headers.accept === "text/html" && {
          status: 406,
          headers: { "X-Request-Id": requestId },
          body: "",
        },
    ),
    "options-is-501": by(
      "OtherError#1",
      (_reply, { method }) => method === "OPTIONS" && { status: 501, body: "" },
    ),
    "unknown-path-is-html": by(
      "OtherError#1",
      ({ status }, { operation, id }) =>
        status === 404 && !operation && !id && { headers: { "Content-Type": "text/html" }, body: "<h1>" },
    ),
    "odd-paths-refused-by-proxy": by(
      "OtherError#1",
      (_reply, { path }) =>
        /%(?![\da-f]{2})|%(00|0a|2f|5c)|.{400}/i.test(path) && {
          status: 400,
          headers: { "Content-Type": "text/html" },
          body: "<h1>",
        },
    ),
  },
  content: {
    "indented-json": by(
      "info",
      respelt((value) => `${JSON.stringify(value, null, 2)}\n`),
    ),
    "keys-in-other-order": by(
      "info",
      respelt((value) => JSON.stringify(reversed(value))),
    ),
    // json of Python.
    "ascii-alone": by("info", respelt(escaping(/[^ -~]/))),
    "spaces-after-separators": by(
      "info",
      respelt((value) => JSON.stringify(value, null, 1).replace(/,\n */g, ", ").replace(/\n */g, "")),
    ),
    // encoding/json of Go, with a line feed at the end, and keys of a map in order.
    "html-escaped": by(
      "info",
      respelt((value) => `${escaping(/[<>&\u2028\u2029]/)(ordered(value))}\n`),
    ),
    // System.Text.Json.
    "quotes-and-signs-escaped": by("info", respelt(escaping(/[^ -~]|\\"|['+<>&`]/))),
    // json_encode of PHP.
    "slashes-escaped": by(
      "info",
      respelt((value) => JSON.stringify(value).replaceAll("/", "\\/")),
    ),
    // float of Python, f64 of serde and double of Jackson.
    "times-with-fraction": by(
      "Computer.createdAt#1",
      timesAs((time) => time.toFixed(1)),
    ),
    "times-with-exponent": by(
      "Computer.createdAt#1",
      timesAs((time) => time.toExponential().replace("e+", "E")),
    ),
    "lengths-that-vary": by(
      "methods-and-redirects#1",
      // Not the same again within a few responses, of which some may be 503.
      respelt((value, memory) => JSON.stringify(value) + " ".repeat(memory.count("bodies") % 97)),
    ),
  },
} as const satisfies Tables;

/** The ID of a variant. */
export type VariantId = IdsIn<typeof tables>;

/** What a right host may do, and a suite must not refuse. */
export type Variant = Deviation<VariantId>;

/** Every variant. */
export const variants: readonly Variant[] = deviationsOf<VariantId>(tables);
