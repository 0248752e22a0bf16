import { type Rule, rules } from "./rules.ts";

interface Allowance {
  readonly title: string;
  readonly allowedBy: Rule;
}

const allowances = {
  "charset-on-json": { title: "JSON media types carry a charset.", allowedBy: rules.mediaTypeSyntax },
  gzip: { title: "Bodies are compressed if the client accepts it.", allowedBy: rules.contentCoding },
  "chunked-bodies": { title: "Bodies are chunked and have no Content-Length.", allowedBy: rules.transfer },
  "connections-closed": { title: "Every response closes its connection.", allowedBy: rules.transfer },
  "lower-case-headers": { title: "Header names are in lower case.", allowedBy: rules.fieldNames },
  "extra-headers": { title: "Responses carry headers of a proxy.", allowedBy: rules.fieldNames },
  etags: { title: "Responses carry a weak ETag.", allowedBy: rules.fieldNames },
  "slow-responses": { title: "Responses take up to 40 ms more.", allowedBy: rules.transfer },
  "short-request-ids": { title: "Request ids are short texts.", allowedBy: rules.requestIdValue },
  "indented-json": { title: "JSON is indented.", allowedBy: rules.json },
  "ascii-json": { title: "JSON escapes everything outside ASCII.", allowedBy: rules.json },
  "keys-in-other-order": { title: "The members of objects are in another order.", allowedBy: rules.json },
  "options-in-allow": { title: "Allow names OPTIONS too.", allowedBy: rules.moreInAllow },
  "extra-fields": { title: "Records, steps and problems have further fields.", allowedBy: rules.compatible },
  "few-fields": { title: "Records lack most optional fields.", allowedBy: rules.openTypes },
  "fractional-times": { title: "The creation time has a fraction.", allowedBy: rules.milliseconds },
  "whole-second-times": { title: "Times are whole seconds, in milliseconds.", allowedBy: rules.milliseconds },
  "host-in-upper-case": { title: "Hosts are sent in upper case.", allowedBy: rules.uuid },
  "host-kept-as-sent": { title: "A host keeps its letter case.", allowedBy: rules.uuid },
  "unknown-source-kinds": { title: "Sources are of an unknown kind.", allowedBy: rules.source },
  "source-without-kind": { title: "Sources have no fields.", allowedBy: rules.openTypes },
  "unknown-owner-kinds": { title: "Owners are of an unknown kind.", allowedBy: rules.openOwnerKind },
  "other-step-words": { title: "Steps have other values for their status.", allowedBy: rules.openStepStatus },
  "numbered-sessions": { title: "Session ids are numbers in texts.", allowedBy: rules.newSession },
  "sessions-end-at-once": { title: "Install sessions end immediately.", allowedBy: rules.retryRecord },
  "slow-sessions": { title: "Install sessions take ten times as long.", allowedBy: rules.retryRecord },
  "sessions-fail": { title: "Install sessions fail.", allowedBy: rules.transitions },
  "other-problem-words": {
    title: "Problems have other types, titles and details.",
    allowedBy: rules.problemType,
  },
  "challenge-parameters": {
    title: "The challenge of a 401 has parameters.",
    allowedBy: rules.challengeParameters,
  },
  "malformed-encoding-is-400": {
    title: "A malformed percent-encoding in a path gets 400.",
    allowedBy: rules.statuses,
  },
  "large-body-before-credentials": {
    title: "A body over the limit gets 413 before its credentials are checked, and the connection is closed.",
    allowedBy: rules.earlyClose,
  },
  "size-before-media-type": { title: "413 comes before 415.", allowedBy: rules.orderIsFree },
  "credentials-before-path": {
    title: "Without credentials, unknown paths and methods get 401.",
    allowedBy: rules.orderIsFree,
  },
  "query-before-credentials": {
    title: "An invalid query gets 400 before the credentials are checked.",
    allowedBy: rules.orderIsFree,
  },
  "record-before-body": { title: "404 comes before 400, 413 and 415.", allowedBy: rules.orderIsFree },
  "host-conflict-first": {
    title: "A host conflict comes before a name conflict.",
    allowedBy: rules.statuses,
  },
  "empty-body-is-415": {
    title: "An update without a body and a Content-Type gets 415.",
    allowedBy: rules.noMediaType,
  },
  "retry-body-refused": { title: "A retry with a body gets 400.", allowedBy: rules.retryNoBody },
  "repeated-names-refused": { title: "JSON with a repeated name gets 400.", allowedBy: rules.duplicateNames },
  "byte-order-mark-accepted": {
    title: "JSON may begin with a byte order mark.",
    allowedBy: rules.byteOrderMark,
  },
  "lone-surrogates-kept": {
    title: "A lone surrogate is accepted and returned.",
    allowedBy: rules.codePoints,
  },
  "rate-limited": { title: "Over 40 requests per second get 429.", allowedBy: rules.statuses },
  "sometimes-unavailable": { title: "Every ninth request gets 503.", allowedBy: rules.notProcessed },
  "no-computers": { title: "The first owner has no computers.", allowedBy: rules.listOwn },
  "no-foreign-computers": { title: "The second owner has no computers.", allowedBy: rules.listOwn },
  "one-computer": { title: "The first owner has one computer.", allowedBy: rules.listOwn },
  "active-computers-alone": { title: "Every computer is active.", allowedBy: rules.status },
  "no-hosts": { title: "No computer is linked to a host.", allowedBy: rules.hostAbsent },
  "same-creation-time": { title: "Every computer has the same creation time.", allowedBy: rules.createdAt },
  "ids-need-encoding": {
    title: "Ids contain a slash, a space and a percent sign.",
    allowedBy: rules.opaqueId,
  },
  "bare-byom": { title: "Machines that their owner brought have no steps.", allowedBy: rules.status },
} as const satisfies Readonly<Record<string, Allowance>>;

/** The switch of one variant. */
export type VariantId = keyof typeof allowances;

/** Behaviour that implementations may have and a suite must not refuse. */
export interface Variant extends Allowance {
  readonly id: VariantId;
}

/** Every legal variant of the reference implementation. */
export const variants: readonly Variant[] = Object.entries<Allowance>(allowances).map(([id, allowance]) => ({
  id: id as VariantId,
  ...allowance,
}));
