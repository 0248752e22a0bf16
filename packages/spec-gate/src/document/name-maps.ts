/** Under these keys stands a map whose keys are names chosen by the author. */
export const nameMaps = new Set([
  ...["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "paths", "webhooks"],
  ...["schemas", "responses", "parameters", "headers", "requestBodies", "securitySchemes", "callbacks"],
  ...["links", "pathItems", "content", "encoding", "variables", "mapping", "scopes", "dependentRequired"],
]);
