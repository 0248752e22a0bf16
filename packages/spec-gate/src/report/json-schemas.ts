import type { VersionCheck } from "../decide/check-version.ts";
import type { PolicyReport } from "../decide/policy-file.ts";
import type { AcceptanceState, Decision } from "../decide/settle.ts";
import type { JsonObject } from "../json-value.ts";
import type { Evidence, Witness } from "../rules/evidence.ts";
import { impacts } from "../rules/rule.ts";
import { schemaVersion } from "./report.ts";
import type { Report, ReportedChange } from "./report-data.ts";

type OptionalKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];
type Needed<T> = { readonly [K in Exclude<keyof T, OptionalKeys<T>>]: JsonObject };
type Optional<T> = { readonly [K in OptionalKeys<T>]-?: JsonObject };

/** The schema of an object; a field that its type gains or loses, or that becomes optional, does not compile. */
function object<T>(needed: Needed<T>, optional: Optional<T>): JsonObject {
  const properties = { ...needed, ...optional };
  return { type: "object", properties, required: Object.keys(needed), additionalProperties: false };
}

const string = { type: "string" };
const boolean = { type: "boolean" };
const count = { type: "integer", minimum: 0 };
const strings = { type: "array", items: string };
const oneOrMore = { anyOf: [string, strings] };
const listOf = (items: JsonObject) => ({ type: "array", items });
const oneOf = (...values: readonly unknown[]) => ({ enum: values });
const day = { type: "string", format: "date" };

const impact = oneOf(...impacts);
const weight = oneOf(...impacts.filter((each) => each !== "none"));
const breaking = oneOf("forbidden", "with-version");

const version = object<VersionCheck>(
  { base: string, revision: string, required: string, isEnough: boolean },
  { unreadable: string },
);

const decision: Optional<Decision> = {
  defaultImpact: weight,
  accepted: object<NonNullable<Decision["accepted"]>>({ reasons: strings, until: strings }, {}),
};

const change = object<ReportedChange>(
  {
    rule: string,
    impact: weight,
    who: oneOf("callers", "readers", "both", "nobody"),
    subjects: strings,
    place: string,
    message: string,
  },
  {
    base: string,
    revision: string,
    instead: string,
    location: object<NonNullable<ReportedChange["location"]>>(
      { file: string, line: count, column: count },
      { side: oneOf("base") },
    ),
    evidence: object<Evidence>(
      { class: oneOf("shown", "by-rule", "not-shown") },
      { witness: object<Witness>({ message: { type: "object" }, problem: string }, {}) },
    ),
    ...decision,
  },
);

const written = { description: string, rule: string, operation: oneOrMore, place: string, reason: string };
const acceptanceState = object<AcceptanceState>(
  { ...written, until: string, state: oneOf("used", "unused", "expired") },
  { file: string, change: string },
);

const fields: Needed<Report> & Optional<Report> = {
  base: string,
  revision: string,
  impact,
  changes: listOf(change),
  version,
  policy: object<PolicyReport>(
    {
      file: string,
      breaking,
      off: count,
      exempt: count,
    },
    { baseline: day, loosened: count },
  ),
  acceptances: listOf(acceptanceState),
  isFirst: boolean,
  notice: string,
  isUncompared: boolean,
  baseline: day,
  error: string,
  exitCode: oneOf(0, 1, 2),
};
const { base, revision, changes, ...optional } = fields;
const needed = { base, revision, changes };

const ofVersion = { schemaVersion: { const: schemaVersion } };
const ofSeveral = { exitCode: oneOf(0, 1, 2), reports: listOf(object<Report>(needed, optional)) };

/** The JSON Schema of the JSON report, by its name in `dist/schemas`. */
export const jsonSchemas: Readonly<Record<string, JsonObject>> = {
  [`report-${schemaVersion}.json`]: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "The report of the spec gate, of one description or of several",
    anyOf: [
      object<Report & { schemaVersion: number }>({ ...ofVersion, ...needed }, optional),
      object<{ schemaVersion: number; exitCode: number; reports: Report[] }>(
        { ...ofVersion, ...ofSeveral },
        {},
      ),
    ],
  },
};
