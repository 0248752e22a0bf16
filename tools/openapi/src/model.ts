/**
 * The model of an OpenAPI description: apart from the gate, nothing else in this repository reads
 * descriptions. Packages can bundle it; `./read-api` reads files.
 *
 * @packageDocumentation
 */
export {
  type Api,
  acceptOf,
  type Header,
  type MediaType,
  type NamedExample,
  type Operation,
  type Parameter,
  type ParameterPlace,
  parametersIn,
  type Response,
  successesOf,
  successOf,
} from "./model/api.ts";
export { apiOf } from "./model/api-of.ts";
export { deprecationWords } from "./model/deprecation.ts";
export { problemsOfAnyRequest } from "./model/problems.ts";
export { type Rule, rulesOf } from "./model/rules.ts";
export { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "./schema/json.ts";
export { keysOf, placeAt, pointerOf, valueAt } from "./schema/pointer.ts";
export { knownValues, orNull, resolveSchema, type Schema, typesOf, walkObjects } from "./schema/schemas.ts";
