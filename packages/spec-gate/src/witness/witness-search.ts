import type { ApiDocument } from "../document/api-document.ts";
import { isSchema } from "../document/schema-keywords.ts";
import { objectOf } from "../json-value.ts";
import type { Evidence, Witness } from "../rules/changes/change.ts";
import type { FindingGroup } from "../rules/changes/finding.ts";
import type { EvidenceOf } from "../rules/changes/judge.ts";
import type { RuleId } from "../rules/rules.ts";
import { TooManyAlternativesError } from "../schema/alternatives/alternatives.ts";
import { turned } from "../schema/compare/comparison.ts";
import { AjvJudge, problemAt } from "./ajv-judge.ts";
import { boundaryValues } from "./boundary-values.ts";
import { placedValues } from "./placed-values.ts";
import { textReadings } from "./text-readings.ts";

/** The rules about something that callers or readers go by, or have to send: no value shows more than the rule says. */
const byRule: ReadonlySet<string> = new Set<RuleId>([
  ...(["operation-removed", "operation-id-changed", "webhook-removed", "callback-removed"] as const),
  ...(["parameter-removed", "body-removed", "server-removed", "request-media-type-removed"] as const),
  ...(["response-removed", "response-media-type-removed", "response-header-removed"] as const),
  ...(["request-property-removed", "response-property-removed", "webhook-media-type-added"] as const),
  ...(["request-discriminator-changed", "response-discriminator-changed"] as const),
  ...(["security-tightened", "security-scheme-changed", "request-open-values-removed"] as const),
  ...([
    "parameter-required",
    "body-required",
    "response-header-optional",
    "callback-reply-required",
  ] as const),
]);

/** Searches for values that show what breaks: the boundary values of a reason, at its place in a message. */
export class WitnessSearch {
  readonly #base: ApiDocument;
  readonly #revision: ApiDocument;
  // Many changes are in the same schemas.
  readonly #judges = new Map<string, AjvJudge>();

  constructor(base: ApiDocument, revision: ApiDocument) {
    this.#base = base;
    this.#revision = revision;
  }

  /**
   * Finds the evidence for a breaking change; one of its findings is enough, and the nearest has the smallest value.
   */
  readonly evidenceOf: EvidenceOf = ({ rule, impact }, findings): Evidence | undefined => {
    if (impact !== "major") return undefined;
    for (const finding of findings) {
      const witness = this.witnessOf(finding);
      if (witness) return { class: "shown", witness };
    }
    return { class: byRule.has(rule) ? "by-rule" : "not-shown" };
  };

  /** Finds a message that its sender's version accepts and its reader's version refuses because of the finding. */
  witnessOf({ place, reason }: FindingGroup["first"]): Witness | undefined {
    if (!place || !reason) return undefined;
    const { isText, direction } = place;
    const hidden = direction === "request" ? "readOnly" : "writeOnly";
    const [a, b] = turned(direction, [this.#base, this.#revision]);
    const checkAsSender = this.#judge(a, hidden, false).check(place.a);
    const checkAsReader = this.#judge(b, hidden, isText).check(place.b);
    const { schema } = objectOf(place.a);
    const { part, inside, messageOf } = partOf(place.path);
    try {
      const boundaries = boundaryValues(reason, place.path.at(-1) ?? "");
      for (const { value, pointer } of placedValues(inside, [isSchema(schema) ? schema : true], boundaries)) {
        if (checkAsSender(value)?.length !== 0) continue;
        const readings = isText ? textReadings(value, pointer) : [value];
        const problems = readings.map((reading) => problemAt(pointer, checkAsReader(reading) ?? [], part));
        const [problem] = problems;
        if (problem !== undefined && !problems.includes(undefined))
          return { message: messageOf(value), problem };
      }
    } catch (error) {
      // Members of a union that extend the union exclude each other without end.
      if (!(error instanceof TooManyAlternativesError || error instanceof RangeError)) throw error;
    }
    return undefined;
  }

  #judge(document: ApiDocument, hidden: "readOnly" | "writeOnly", isText: boolean): AjvJudge {
    const key = `${document === this.#base} ${hidden} ${isText}`;
    const known = this.#judges.get(key) ?? new AjvJudge(document, { hidden, isText });
    this.#judges.set(key, known);
    return known;
  }
}

/** The part of a message that a place is in, such as its body or a parameter, and the path inside that. */
function partOf([group = "", ...rest]: readonly string[]) {
  if (group === "body")
    return { part: [group], inside: rest, messageOf: (value: unknown) => ({ body: value }) };
  const [name = "", ...inside] = rest;
  return { part: [group, name], inside, messageOf: (value: unknown) => ({ [group]: { [name]: value } }) };
}
