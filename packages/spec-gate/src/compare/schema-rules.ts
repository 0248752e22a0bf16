import type { ReasonKind } from "../schema/reason.ts";
import { pair, type Rule } from "./rule.ts";
import { schemaTexts } from "./schema-texts.ts";

/** Requests may only widen and responses may only narrow: the second name of each pair is the harmless change. */
function range<const Name extends string>(name: Name) {
  return {
    request: [`request-${name}-narrowed`, `request-${name}-widened`],
    response: [`response-${name}-widened`, `response-${name}-narrowed`],
  } as const;
}

function ids<const Lost extends string, const Gained extends string>(lost: Lost, gained: Gained) {
  return {
    request: [`request-${lost}`, `request-${gained}`],
    response: [`response-${lost}`, `response-${gained}`],
  } as const;
}

/** The rule IDs for each reason. */
const schemaRuleIds = {
  type: range("type"),
  values: {
    request: ["request-values-removed", "request-values-added"],
    response: ["response-values-added", "response-values-removed"],
  },
  bound: range("bound"),
  "multiple-of": range("multiple-of"),
  length: range("length"),
  pattern: range("pattern"),
  format: range("format"),
  "content-encoding": range("content-encoding"),
  "item-count": range("item-count"),
  "unique-items": range("unique-items"),
  "items-contained": range("items-contained"),
  "property-count": range("property-count"),
  "property-required": {
    request: ["request-property-required", "request-property-optional"],
    response: ["response-property-optional", "response-property-required"],
  },
  "property-removed": ids("property-removed", "property-added"),
  "property-closed": {
    // A request property that is ruled out has been removed.
    request: ["request-property-removed", "request-property-added"],
    response: ["response-property-added-to-closed", "response-property-removed"],
  },
  "properties-closed": {
    request: ["request-properties-closed", "request-properties-opened"],
    response: ["response-properties-opened", "response-properties-closed"],
  },
  "property-names": range("property-names"),
  dependency: {
    request: ["request-dependency-added", "request-dependency-removed"],
    response: ["response-dependency-removed", "response-dependency-added"],
  },
  not: range("not"),
  "one-of": range("one-of"),
  overlap: {
    request: ["request-overlap-added", "request-overlap-removed"],
    response: ["request-overlap-added", "request-overlap-removed"],
  },
  variant: {
    request: ["request-variant-removed", "request-variant-added"],
    response: ["response-variant-added", "response-variant-removed"],
  },
  discriminator: ids("discriminator-changed", "discriminator-added"),
  // Only omitted request values have a default, so nothing in a response depends on one.
  default: {
    request: ["request-default-changed", "request-default-added"],
    response: ["request-default-changed", "request-default-added"],
  },
  "open-values": ids("open-values-removed", "open-values-added"),
  deprecation: {
    request: ["deprecation-withdrawn", "deprecation-announced"],
    response: ["deprecation-withdrawn", "deprecation-announced"],
  },
  "not-judged": { request: ["not-judged", "not-judged"], response: ["not-judged", "not-judged"] },
} as const satisfies Record<ReasonKind, Record<"request" | "response", readonly [string, string]>>;

type Ids = typeof schemaRuleIds;

/** The ID of a rule about schemas. */
export type SchemaRuleId = Ids[ReasonKind]["request" | "response"][number];

/** The rule ID for what a reason takes away from callers or readers. */
export function schemaRuleId(kind: ReasonKind, direction: "request" | "response"): SchemaRuleId {
  return schemaRuleIds[kind][direction][0];
}

function schemaRulePair(kind: ReasonKind, direction: "request" | "response") {
  const [removed, added, instead] = schemaTexts[kind][direction];
  const who = direction === "request" ? "callers" : "readers";
  return pair(schemaRuleIds[kind][direction], who, removed, added, instead, impactOf(kind, direction));
}

function impactOf(kind: ReasonKind, direction: "request" | "response"): Rule["impact"] {
  if (kind === "not-judged") return "not-judged";
  // Readers of an open set tolerate unknown values; the service knows every value that its requests may carry.
  if (kind === "open-values") return direction === "request" ? "major" : "minor";
  return kind === "overlap" || kind === "deprecation" ? "minor" : "major";
}

/** The rules for all reasons; where reasons share an ID, the first one supplies the texts. */
export const schemaRules = (Object.keys(schemaRuleIds) as ReasonKind[]).flatMap((kind) =>
  (["request", "response"] as const).map((direction) => schemaRulePair(kind, direction)),
);
