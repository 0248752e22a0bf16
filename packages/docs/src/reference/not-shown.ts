/** Keywords that a page does not show, with the reason. */
const reasons: Readonly<Record<string, string>> = {
  openapi: "The version of the format says nothing about the interface.",
  jsonSchemaDialect: "It tells tools how to read schemas.",
  $schema: "It tells tools how to read the schema.",
  $vocabulary: "It tells tools how to read the schema.",
  $id: "It only gives the schema an address.",
  id: "It only gives the schema an address.",
  $anchor: "It only gives the schema an address.",
  $dynamicAnchor: "It only gives the schema an address.",
  $defs: "Its schemas are shown where something refers to them.",
  definitions: "Its schemas are shown where something refers to them.",
  "Header.style": "A header has only one, `simple`.",
  externalValue: "The reader of the files puts the value in its place.",
  allowEmptyValue:
    "OpenAPI 3.1 deprecates it (section 4.8.12.1), and says what it would mean only for one style.",
  $comment: "It is for authors of the description (JSON Schema 2020-12, section 8.3).",
};

/** Why a page does not show a keyword such as `Schema.$id`; `undefined` for one that it shows. */
export function reasonNotToShow(name: string): string | undefined {
  const keyword = name.slice(name.indexOf(".") + 1);
  const reason = reasons[name] ?? (Object.hasOwn(reasons, keyword) ? reasons[keyword] : undefined);
  if (reason !== undefined) return reason;
  if (!keyword.startsWith("x-") || keyword === "x-extensible-enum" || worded.has(name)) return undefined;
  return "An extension means what its own tool says.";
}

/** Keywords whose value is a word of OpenAPI or a name for something else, which the page says in its own words. */
export const worded: ReadonlySet<string> = new Set([
  "Parameter.in",
  "Parameter.style",
  "Header.style",
  "Encoding.style",
  "Operation.operationId",
  "Operation.tags",
  "Operation.x-deprecated-since",
  "Operation.x-sunset",
  "Tag.name",
  "Link.operationId",
  "Link.operationRef",
  "Schema.type",
  "Schema.required",
  "Discriminator.mapping",
  "DiscriminatorMapping.*",
  "SecurityScheme.type",
  "SecurityScheme.in",
  "SecurityScheme.scheme",
]);
