/**
 * The model of an OpenAPI description: the only reader of descriptions in this repository outside the gate. Packages can bundle it;
 * `./read-api` reads files.
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
  type Schema,
  type SecurityScheme,
  successesOf,
  successOf,
} from "./model/api.ts";
export { apiOf } from "./model/api-of.ts";
export { deprecationWords } from "./model/deprecation.ts";
export { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "./model/json.ts";
export { keysOf, placeAt, pointerOf, valueAt } from "./model/pointer.ts";
export { type Rule, rulesOf } from "./model/rules.ts";
export { knownValues, resolveSchema, typesOf, walkObjects } from "./model/schemas.ts";
