/** The methods of a path. */
export const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** Keys whose values are only for people. */
export const textKeys: ReadonlySet<string> = new Set([
  ...["description", "title", "summary", "example", "examples", "externalDocs", "$comment"],
]);

/** Keys whose values are data, in which a `$ref` is no reference and every part counts. */
export const dataKeys: ReadonlySet<string> = new Set(["enum", "const", "default", "x-extensible-enum"]);

/** Keys whose value is a map from names that the author chose. */
export const nameMaps = new Set([
  ...["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "paths", "webhooks"],
  ...["schemas", "responses", "parameters", "headers", "requestBodies", "securitySchemes", "callbacks"],
  ...["links", "pathItems", "content", "encoding", "variables", "mapping", "scopes", "dependentRequired"],
]);
