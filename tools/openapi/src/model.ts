/**
 * The model without its reader, for generated data at run time: no YAML and no dependencies.
 *
 * @packageDocumentation
 */
export {
  type Api,
  type Body,
  type Header,
  type HttpMethod,
  isJson,
  jsonContentOf,
  type MediaType,
  type NamedExample,
  type Operation,
  type Parameter,
  type ParameterPlace,
  parametersIn,
  type Response,
  type Schema,
  successOf,
} from "./model/api.ts";
export { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "./model/json.ts";
export { placeAt, pointerOf, valueAt } from "./model/pointer.ts";
export { resolveSchema, typesOf } from "./model/schemas.ts";
