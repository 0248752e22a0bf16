import {
  by,
  type Deviation,
  deviationsOf,
  type InPlace,
  type Json,
  type Reply,
  type Tables,
} from "./acts.ts";
import { ada, type Computer, hosts, ids, nightly, type Step } from "./computers.ts";

const optionalFields = [
  ...["hostname", "relayClientUrl", "relayAgentUrl", "ownerPrincipalKind", "ownerId", "computerSource"],
];
const otherWords = { pending: "queued", running: "in_progress", completed: "succeeded", failed: "broken" };

const without = (record: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** Adds header fields to every response. */
const adds = (fields: Readonly<Record<string, string>>) => (reply: Reply) => ({
  ...reply,
  headers: { ...reply.headers, ...fields },
});

/** Adds copies of the first owner's computers, up to a number. */
function many(computers: readonly Computer[], count: number): readonly Computer[] {
  const own = computers.filter(({ ownerId }) => ownerId === ada.id);
  const copies = Array.from({ length: count - own.length }, (_, index): Computer => {
    const { hostId: _host, ...computer } = own[index % own.length] as Computer;
    const provisioningSteps = computer.provisioningSteps.map((step) =>
      step.installSessionId ? { ...step, installSessionId: `${step.installSessionId}_${index}` } : step,
    );
    const createdAt = computer.createdAt - index * 1_000;
    return {
      ...computer,
      id: String(1_000 + index),
      name: `${computer.name}-${index}`,
      createdAt,
      provisioningSteps,
    };
  });
  return [...computers, ...copies];
}

/** Changes each of the first computers. */
const seeds = (change: (computer: Computer) => Computer) => (computers: readonly Computer[]) =>
  computers.map(change);

const tables = {
  seed: {
    "no-computers": by("listComputers#1", (all) => all.filter(({ ownerId }) => ownerId !== ada.id)),
    "no-foreign-computers": by("listComputers#1", (all) =>
      all.filter(({ ownerId }) => ownerId !== nightly.id),
    ),
    "one-computer": by("listComputers#1", (all) =>
      all.filter(({ id, ownerId }) => ownerId !== ada.id || id === ids.installFailed),
    ),
    "three-hundred-computers": by("listComputers#1", (all) => many(all, 300)),
    "active-computers-alone": by("Computer.status#1", (all) =>
      all.filter(({ status }) => status === "active"),
    ),
    "host-of-both-owners": by(
      "Computer.hostId#1",
      seeds((one) => (one.id === ids.foreignActive ? { ...one, hostId: hosts.active.toUpperCase() } : one)),
    ),
    "no-hosts": by(
      "Computer.hostId#1",
      seeds(({ hostId: _dropped, ...one }) => one),
    ),
    "long-names": by(
      "Computer.name",
      seeds((one) => ({ ...one, name: `${one.name} ${"x".repeat(80)}` })),
    ),
    "one-empty-name": by(
      "Computer.name",
      seeds((one) => (one.id === ids.active ? { ...one, name: "" } : one)),
    ),
    "same-creation-time": by(
      "Computer.createdAt#1",
      seeds((one) => ({ ...one, createdAt: 1_760_000_000_000 })),
    ),
    "ids-need-encoding": by(
      "ComputerId#1",
      seeds((one) => ({ ...one, id: `cmp/ü 100%+#${one.id}` })),
    ),
    "ids-of-one-letter": by(
      "ComputerId#1",
      seeds((one) => ({ ...one, id: "abcdefghijklmnop"[Number(one.id) - 400] ?? one.id })),
    ),
  },
  conflict: {
    "host-conflict-first": by("errors#4", (found, one, { hostId }) =>
      found && hostId && one.hostId && one.hostId.toLowerCase() !== hostId.toLowerCase()
        ? "host-already-set"
        : found,
    ),
  },
  text: { "byte-order-mark-accepted": by("InvalidUpdate", (text) => text.replace(/^\ufeff/, "")) },
  ended: {
    "sessions-fail": by("Computers#2", (step) =>
      step.id === "install-deps" ? { ...step, status: "failed", error: "code 100" } : step,
    ),
  },
  sent: {
    "extra-fields": by("versioning#1", ({ provisioningSteps: all, ...record }) => ({
      ...{ ...record, labels: { team: "build", tier: null } },
      ...(all
        ? { provisioningSteps: (all as readonly Step[]).map((step) => ({ ...step, attempts: 1 })) }
        : {}),
    })),
    "few-fields": by("how-to-read-this-document", (record) => without(record, optionalFields)),
    "status-never-sent": by("how-to-read-this-document", (record) => without(record, ["status"])),
    "source-without-kind": by("how-to-read-this-document", (record) => ({ ...record, computerSource: {} })),
    "fractional-times": by("Computer.createdAt#1", (record) => ({
      ...record,
      createdAt: Number(record.createdAt) + 0.25,
    })),
    "host-in-upper-case": by("ComputerUpdate.hostId", (record) => ({
      ...record,
      ...(record.hostId !== undefined && { hostId: String(record.hostId).toUpperCase() }),
    })),
    "unknown-source-kinds": by("ComputerSource#1", (record) => ({
      ...record,
      computerSource: { kind: "marketplace", listing: { id: 9 } },
    })),
    "unknown-owner-kinds": by("Computer.ownerPrincipalKind#1", (record) => ({
      ...record,
      ownerPrincipalKind: "team",
    })),
    "other-step-words": by("ProvisioningStep.status#1", ({ provisioningSteps: all, ...record }) => ({
      ...record,
      ...(all
        ? {
            provisioningSteps: (all as readonly Step[]).map((step) => ({
              ...step,
              status: otherWords[step.status],
            })),
          }
        : {}),
    })),
  },
  problem: {
    "other-problem-words": by("Problem.type#1", (problem) => ({
      ...problem,
      type: `https://errors.example/${problem.type}`,
      title: `E-${problem.type}`,
      detail: `No, at ${new Date().toISOString()}.`,
      code: 17,
    })),
    "missing-record-unnamed": by("ComputerNotFound", (problem) => ({
      ...problem,
      ...(problem.status === 404 && { detail: "Not found" }),
    })),
  },
  reply: {
    "charset-on-json": by("UnsupportedMediaType", (reply) => ({
      ...reply,
      headers: { ...reply.headers, "Content-Type": `${reply.headers["Content-Type"]}; charset=utf-8` },
    })),
    "connections-closed": by("info", adds({ Connection: "close" })),
    "extra-headers": by("info", adds({ "Cache-Control": "no-store", Server: "nginx", Vary: "Origin" })),
    "headers-of-each-request": by("info", (reply, { requestId }) =>
      adds({
        "Server-Timing": `app;dur=${requestId.charCodeAt(0) / 10}`,
        ...(requestId < "8" && { "X-Cache-Hits": "1" }),
      })(reply),
    ),
    "options-is-501": by("OtherError#1", (reply, { method }) =>
      method === "OPTIONS" ? { ...reply, status: 501, body: "" } : reply,
    ),
    "unknown-path-is-html": by("OtherError#1", (reply, { operation, id }) =>
      reply.status === 404 && !operation && !id
        ? { ...reply, headers: { "Content-Type": "text/html" }, body: "<h1>" }
        : reply,
    ),
    "odd-paths-refused-by-proxy": by("OtherError#1", (reply, { path }) =>
      /%(?![\da-f]{2})|%(00|0a|2f|5c)|.{400}/i.test(path)
        ? { status: 400, headers: { "Content-Type": "text/html" }, body: "<h1>" }
        : reply,
    ),
  },
} as const satisfies Tables;

const inPlaceVariants = {
  info: ["chunked-bodies", "indented-json", "keys-in-other-order", "slow-responses", "no-early-hints"],
  "authentication#1": ["scheme-case-matters"],
  "errors#4": [
    ...[
      "credentials-before-path",
      "query-before-credentials",
      "record-before-body",
      "size-before-media-type",
    ],
    ...["large-body-before-credentials"],
  ],
  "OtherError#1": ["malformed-encoding-is-400"],
  "methods-and-redirects#1": ["lengths-that-vary", "options-in-allow"],
  "X-Request-Id#1": ["short-request-ids"],
  "WWW-Authenticate#1": ["challenge-parameters"],
  "UnsupportedMediaType#1": ["empty-body-is-415"],
  InvalidUpdate: ["repeated-names-refused"],
  "limits#1": ["lone-surrogates-kept"],
  "ComputerUpdate.hostId": ["host-kept-as-sent"],
  retryInstallDeps: ["retry-body-refused"],
  "retryInstallDeps#1": ["sessions-end-at-once", "slow-sessions"],
  "ProvisioningStep.installSessionId#1": ["numbered-sessions"],
  "Computer.createdAt#1": ["whole-second-times"],
  "how-to-read-this-document": ["fields-that-count-reads"],
  "RateLimited#1": ["limited-before-anything", "rate-limited"],
  "Unavailable#1": ["unavailable-before-anything", "sometimes-unavailable"],
} as const satisfies InPlace;

type Union<Value> = Value extends unknown ? keyof Value : never;

/** The ID of a variant. */
export type VariantId =
  | (Union<(typeof tables)[keyof typeof tables]> & string)
  | (typeof inPlaceVariants)[keyof typeof inPlaceVariants][number];

/** What a right host may do, and a suite must not refuse. */
export type Variant = Deviation<VariantId>;

/** Every variant. */
export const variants: readonly Variant[] = deviationsOf<VariantId>(tables, inPlaceVariants);
