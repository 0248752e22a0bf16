// A Redocly plugin that refuses schema keywords without effect, because readers take them for bounds.

/** Keywords with the value that makes them accept everything (JSON Schema 2020-12, validation). */
const withoutEffect = {
  minLength: [0],
  minItems: [0],
  minProperties: [0],
  uniqueItems: [false],
  additionalProperties: [true],
  unevaluatedProperties: [true],
  nullable: [false],
  exclusiveMinimum: [false],
  exclusiveMaximum: [false],
  format: ["double", "float"],
  pattern: ["", ".*", "^.*$", "^.*", ".*$"],
};

function noBoundsWithoutEffect() {
  return {
    Schema(schema, { report, location }) {
      for (const [keyword, values] of Object.entries(withoutEffect)) {
        if (!values.includes(schema[keyword])) continue;
        const written = `${keyword}: ${JSON.stringify(schema[keyword])}`;
        report({
          message: `\`${written}\` excludes nothing: leave it out, or set a bound.`,
          location: location.child(keyword).key(),
        });
      }
      if (Array.isArray(schema.required) && schema.required.length === 0) {
        report({
          message: "`required: []` excludes nothing: leave it out.",
          location: location.child("required").key(),
        });
      }
    },
  };
}

export default function boundsPlugin() {
  return { id: "bounds", rules: { oas3: { "no-bounds-without-effect": noBoundsWithoutEffect } } };
}
