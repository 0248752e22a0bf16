/**
 * The model without its reader, for generated data at run time: no YAML and no dependencies.
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
export { isObject, type Json, type JsonObject, listOf, objectOf } from "./model/json.ts";
export { placeAt, valueAt } from "./model/pointer.ts";
export { type Rule, rulesOf } from "./model/rules.ts";
export { resolveSchema, typesOf } from "./model/schemas.ts";
