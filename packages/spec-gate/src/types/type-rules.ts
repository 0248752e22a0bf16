import type { Audience, Impact } from "../compare/rule.ts";

/** A rule about code that uses the generated types. */
export interface TypeRule {
  readonly who: Audience;
  readonly message: string;
  readonly impact: Exclude<Impact, "none">;
}

const both = "both";

/** Every rule of `--types`. A policy file can override each of them, as it can the wire rules. */
export const typeRules = {
  "types-path-renamed": { who: "callers", message: "its key in `paths` changed", impact: "major" },
  "types-operation-removed": { who: both, message: "it is no longer in `paths`", impact: "major" },
  "types-operation-id-changed": { who: both, message: "its key in `operations` changed", impact: "major" },
  "types-arguments": {
    who: "callers",
    message: "arguments that were valid no longer compile",
    impact: "major",
  },
  "types-responses": {
    who: "readers",
    message: "code that reads the response no longer compiles",
    impact: "major",
  },
  "types-property-gone": {
    who: both,
    message: "code that uses a property no longer compiles",
    impact: "major",
  },
  "types-webhook-removed": { who: "readers", message: "it is no longer in `webhooks`", impact: "major" },
  "types-webhook": {
    who: "readers",
    message: "code that handles the webhook no longer compiles",
    impact: "major",
  },
  "types-component-removed": { who: both, message: "it is no longer in `components`", impact: "major" },
  "types-schema-renamed": { who: both, message: "its name in `components` changed", impact: "major" },
  "types-schema-removed": { who: both, message: "it is no longer in `components`", impact: "major" },
  "types-schema-written": {
    who: "callers",
    message: "values that were valid no longer compile",
    impact: "major",
  },
  "types-schema-read": { who: "readers", message: "code that reads it no longer compiles", impact: "major" },
  "types-schema-other-way": {
    who: both,
    message: "code that uses the type in the opposite direction, as in tests and mocks, no longer compiles",
    impact: "minor",
  },
  "types-not-judged": { who: both, message: "the compiler gave up", impact: "not-judged" },
} as const satisfies Record<string, TypeRule>;

/** The ID of a rule of `--types`. */
export type TypeRuleId = keyof typeof typeRules;
