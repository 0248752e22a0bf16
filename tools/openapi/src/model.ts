/**
 * The model without the reader of files, which packages can bundle.
 *
 * @packageDocumentation
 */
export {
  type Api,
  acceptOf,
  type Header,
  isSecured,
  jsonContentOf,
  type MediaType,
  type NamedExample,
  type Operation,
  type Parameter,
  type ParameterPlace,
  parametersIn,
  type Response,
  successesOf,
} from "./model/api.ts";
export { apiOf } from "./model/api-of.ts";
export { isObject, type Json, type JsonObject, listOf, objectOf } from "./model/json.ts";
export { placeAt, valueAt } from "./model/pointer.ts";
export { type Rule, rulesOf } from "./model/rules.ts";
export { resolveSchema, typesOf } from "./model/schemas.ts";
