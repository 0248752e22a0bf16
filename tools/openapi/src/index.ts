/**
 * The model of an OpenAPI description: the only reader of descriptions in this repository outside the gate.
 *
 * @packageDocumentation
 */
export {
  type Api,
  acceptOf,
  type Body,
  type CredentialPlace,
  type Example,
  type Header,
  type HttpMethod,
  isJson,
  isSecured,
  jsonContentOf,
  type MediaKind,
  type MediaType,
  mediaKindOf,
  type NamedExample,
  type Operation,
  type Parameter,
  type ParameterPlace,
  type ParameterStyle,
  parametersIn,
  preferredContentOf,
  type Response,
  type Schema,
  type SchemaView,
  type SecurityRequirement,
  type SecurityScheme,
  successesOf,
  successOf,
  type Tag,
} from "./model/api.ts";
export { deprecationWords } from "./model/deprecation.ts";
export { DescriptionError } from "./model/description-error.ts";
export { allKeywords, type PlacedKeyword, walkKeywords } from "./model/description-keywords.ts";
export { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "./model/json.ts";
export { camelCase, pascalCase } from "./model/names.ts";
export { keysOf, placeAt, pointerOf, valueAt } from "./model/pointer.ts";
export { apiOf, readApi } from "./model/read-api.ts";
export { readDescription } from "./model/read-description.ts";
export { readCallbacks } from "./model/read-operations.ts";
export { isBooleanText, knownValues, resolveSchema, typesOf, walkObjects } from "./model/schemas.ts";
