/** Maps whose names have to match patterns: the first schema is the narrower one. */
export const patternNameCases: readonly (readonly [string, unknown, unknown])[] = [
  ["fewer names in a closed map", map("^ch[0-9]$"), map("^ch[0-9]{1,2}$")],
  [
    "names of one pattern with narrower values",
    map("^ch[0-9]$", { type: "integer" }),
    map("^ch[0-9]{1,2}$", { type: "number" }),
  ],
];

function map(pattern: string, schema: unknown = { type: "string" }) {
  return { type: "object", patternProperties: { [pattern]: schema }, additionalProperties: false };
}
