/**
 * The model without its reader, for generated data at run time: no YAML and no dependencies.
 *
 * @packageDocumentation
 */
export {
  type Api,
  acceptOf,
  type Body,
  type CredentialPlace,
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
  parametersIn,
  type Response,
  type Schema,
  type SecurityRequirement,
  type SecurityScheme,
  successesOf,
  successOf,
} from "./model/api.ts";
export { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "./model/json.ts";
export { placeAt, pointerOf, valueAt } from "./model/pointer.ts";
export { type Rule, rulesOf } from "./model/rules.ts";
export { resolveSchema, typesOf } from "./model/schemas.ts";
