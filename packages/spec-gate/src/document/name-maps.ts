/** Keys whose value is a map from names that the author chose. */
export const nameMaps = new Set([
  ...["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "paths", "webhooks"],
  ...["schemas", "responses", "parameters", "headers", "requestBodies", "securitySchemes", "callbacks"],
  ...["links", "pathItems", "content", "encoding", "variables", "mapping", "scopes", "dependentRequired"],
]);
