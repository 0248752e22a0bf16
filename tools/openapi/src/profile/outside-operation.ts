import { type Api, type Operation, parametersIn, successesOf } from "../model/api.ts";
import { DescriptionError } from "../model/description-error.ts";
import { camelCase, pascalCase, pathNames } from "../model/names.ts";
import { type JsonObject, objectOf } from "../schema/json.ts";
import { placeAt, pointerOf, valueAt } from "../schema/pointer.ts";
import { type Schema, walkSchemas } from "../schema/schemas.ts";
import { inherited } from "./grammar.ts";
import { optionNames } from "./option-names.ts";

/** The places that are refused. */
export type Errors = Generator<DescriptionError>;

/** Checks what everything downstream relies on in an operation and no grammar can express. */
export function* outsideOperation(operation: Operation, api: Api): Errors {
  yield* outsideBodies(operation);
  yield* undeclared(operation, api);
  yield* takenNames(operation, api);
  yield* outsideParameters(operation);
  yield* outsideDates(operation, api);
  if (operation.method === "PATCH" && operation.body !== undefined)
    for (const pointer of defaultsIn(api.document, operation.body.content.schemaPointer)) {
      const what = `A default in the body of ${operation.operationId}, a patch, which changes only what it names`;
      yield refused(what, "leave it out, or write a schema for other operations", pointer);
    }
}

/** Says what is wrong, what to do, and where. */
export function refused(what: string, todo: string, pointer: string): DescriptionError {
  return new DescriptionError(`${what}: ${todo}.`, pointer);
}

/**
 * There is a success, and all have the same body. The docs and the mock show an example of each body, and the
 * fake sends that of a success.
 */
function* outsideBodies(operation: Operation): Errors {
  const { operationId, body, responses, pointer } = operation;
  const schemas = new Set(successesOf(operation).map(({ content }) => content?.schemaName));
  if (schemas.size === 0)
    yield refused(
      `${operationId} documents no success`,
      "add the 2xx response that its callers get",
      pointer,
    );
  if (responses.every(({ status }) => status !== "default"))
    yield refused(
      `${operationId} documents no \`default\``,
      "add it, as any request can get another error",
      pointer + pointerOf("responses"),
    );
  if (schemas.size > 1) {
    const what = `Successes of ${operationId} with different bodies are not supported`;
    yield refused(what, "give all the same schema, or none", pointer + pointerOf("responses"));
  }
  const inResponses = responses.map(({ status, content }) => [status, content, "responses", status] as const);
  for (const [name, content, ...keys] of [["body", body?.content, "requestBody"] as const, ...inResponses]) {
    const what = `The ${name} of ${operationId} has no example`;
    if (content?.examples.length === 0)
      yield refused(what, "add one, as the docs and the fake show it", pointer + pointerOf(...keys));
  }
}

function* undeclared(
  { operationId, tag, security, pointer }: Operation,
  { tags, securitySchemes, document }: Api,
): Errors {
  const ofTag = `The tag ${tag} of ${operationId} is not declared`;
  if (tags.every(({ name }) => name !== tag))
    yield refused(ofTag, "add it to `tags`", pointer + pointerOf("tags"));
  if (security === undefined || Object.hasOwn(securitySchemes, security)) return;
  const isOwn = valueAt(document, pointer + pointerOf("security")) !== undefined;
  const what = `The security scheme ${security} is required, but not declared`;
  const at = (isOwn ? pointer : "") + pointerOf("security", 0, security);
  yield refused(what, "add it to components.securitySchemes", at);
}

function* takenNames(operation: Operation, { operations }: Api): Errors {
  const { operationId, tag, resource, methodName, pointer } = operation;
  // `client.then` would make the client a promise.
  for (const [key, written, name] of [
    ["tags", tag, resource],
    ["operationId", operationId, methodName],
  ] as const) {
    const what = `${written} would become ${name}, a name that every object or promise has`;
    if (inherited.test(name)) yield refused(what, "rename it", pointer + pointerOf(key));
  }
  // An operation that takes the names of another, or of its types, would break the callers of both.
  const namesOf = (one: Operation) => [`${one.resource}.${one.methodName}`, pascalCase(one.operationId)];
  const taken = (one: Operation) => namesOf(operation).find((name) => namesOf(one).includes(name));
  const first = operations.find((one) => taken(one) !== undefined) ?? operation;
  const what = `The operationIds ${first.operationId} and ${operationId} would both become ${taken(first)}`;
  if (first !== operation) yield refused(what, "rename one", pointer + pointerOf("operationId"));
}

function* outsideParameters(operation: Operation): Errors {
  const { operationId, path, parameters, pointer } = operation;
  const names = pathNames(path);
  const declared = parametersIn(operation, "path");
  for (const name of names.filter((each) => declared.every((one) => one.name !== each)))
    yield refused(`The path ${path} has no parameter ${name}`, "add it", pointer + pointerOf("parameters"));
  for (const one of declared.filter(({ name }) => !names.includes(name)))
    yield refused(`The path ${path} has no {${one.name}}`, "correct it", one.pointer + pointerOf("name"));

  // The client takes query parameters, header fields and its own options as members of one object.
  const keys = parameters.map(({ in: place, name }) =>
    place === "path" ? `{${name}}` : place === "query" ? name : camelCase(name),
  );
  for (const [index, { in: place, name, pointer: at }] of parameters.entries()) {
    const key = keys[index] ?? "";
    const what = `The ${place} parameter ${name} of ${operationId} has the name of`;
    if (optionNames.some((option) => option === key))
      yield refused(`${what} an option of the client`, "rename it", at);
    else if (keys.indexOf(key) < index)
      yield refused(`${what} another parameter in the client`, "rename one", at);
  }
}

/** Returns the places of the defaults in a schema and in those that it refers to. */
function defaultsIn(document: JsonObject, start: string): string[] {
  const found: string[] = [];
  const places = new Set([start]);
  for (const place of places)
    walkSchemas(
      objectOf(valueAt(document, place)) as Schema,
      ({ $ref, default: filled }, pointer) => {
        if (filled !== undefined) found.push(pointer + pointerOf("default"));
        if ($ref !== undefined) places.add($ref.slice(1));
      },
      place,
    );
  return found;
}

/** Only a deprecated operation has dates, and `x-sunset` is not before `x-deprecated-since`. */
function* outsideDates({ deprecation, pointer }: Operation, { document }: Api): Errors {
  const written = placeAt(document, pointer).value;
  for (const key of ["x-deprecated-since", "x-sunset"])
    if (deprecation === undefined && written[key] !== undefined)
      yield refused(
        `\`${key}\` is for a deprecated operation`,
        "add `deprecated: true`",
        pointer + pointerOf(key),
      );
  const { since = "", sunset = since } = deprecation ?? {};
  if (sunset < since)
    yield refused(
      "`x-sunset` is before `x-deprecated-since`",
      "write a later date",
      pointer + pointerOf("x-sunset"),
    );
}
