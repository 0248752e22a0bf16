import type { Audience, Impact } from "../compare/rule.ts";

/** What may stop compiling for those who use the generated types. */
export interface TypeRule {
  readonly who: Audience;
  readonly message: string;
  readonly impact: Exclude<Impact, "none">;
}

const both = "both";

/** Every rule of `--types`. A policy file sets each of them, as it does for those of the wire. */
export const typeRules = {
  "types-path-renamed": { who: "callers", message: "its key in `paths` changed", impact: "major" },
  "types-operation-removed": { who: both, message: "it is no longer in `paths`", impact: "major" },
  "types-operation-id-changed": { who: both, message: "its key in `operations` changed", impact: "major" },
  "types-arguments": { who: "callers", message: "arguments that fitted no longer compile", impact: "major" },
  "types-responses": {
    who: "readers",
    message: "code that reads the response no longer compiles",
    impact: "major",
  },
  "types-property-gone": {
    who: both,
    message: "code that names a property no longer compiles",
    impact: "major",
  },
  "types-schema-renamed": { who: both, message: "its name in `components` changed", impact: "major" },
  "types-schema-removed": { who: both, message: "it is no longer in `components`", impact: "major" },
  "types-schema-written": {
    who: "callers",
    message: "values that fitted no longer compile",
    impact: "major",
  },
  "types-schema-read": { who: "readers", message: "code that reads it no longer compiles", impact: "major" },
  "types-schema-other-way": {
    who: both,
    message: "values go the other way than in the API, as in tests and mocks, and no longer compile",
    impact: "minor",
  },
  "types-not-judged": { who: both, message: "the compiler gave up", impact: "not-judged" },
} as const satisfies Record<string, TypeRule>;

/** The name of a rule of `--types`. */
export type TypeRuleId = keyof typeof typeRules;
