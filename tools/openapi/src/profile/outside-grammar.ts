import { walkAllSchemas } from "../model/all-schemas.ts";
import { type Api, type Operation, parametersIn, successesOf } from "../model/api.ts";
import { DescriptionError } from "../model/description-error.ts";
import { type Json, type JsonObject, listOf, objectOf } from "../model/json.ts";
import { camelCase, ownTypeName, ownTypeSuffix, pascalCase } from "../model/names.ts";
import { placeAt, pointerOf, valueAt } from "../model/pointer.ts";
import { typesOf } from "../model/schemas.ts";
import { inherited } from "./grammar.ts";
import { optionNames } from "./option-names.ts";

/** What everything downstream relies on, and no grammar can say. */
export function outsideGrammar(api: Api): readonly DescriptionError[] {
  const { document, operations, schemas } = api;
  if (operations.length === 0) {
    return [
      new DescriptionError("A description without an operation is not carried over: add one.", "/paths"),
    ];
  }
  const schemes = Object.keys(api.securitySchemes);
  const ofOperations = operations.flatMap((operation) => [
    ...twoShapes(operation),
    ...withoutExample(operation),
    ...undeclaredScheme(operation, document, schemes),
    ...inheritedNames(operation),
    ...sameId(operation, operations),
    ...sameNames(operation, operations),
    ...otherPathNames(operation),
    ...sameTypes(operation, Object.keys(schemas)),
    ...sameMembers(operation),
    ...setByFetch(operation),
  ]);
  const limit = Number(document["x-max-body-bytes"]);
  const paths = Object.keys(objectOf(document.paths));
  return [
    ...paths.flatMap(alikePaths),
    ...ofOperations,
    ...sameParameters(document),
    ...otherTypes(api),
    ...wrongPatterns(api),
    ...otherLimits(document, limit),
  ];
}

function twoShapes(operation: Operation): DescriptionError[] {
  const bodies = successesOf(operation).map(({ content }) => JSON.stringify(content[0]?.schema));
  if (new Set(bodies).size < 2) return [];
  const what = `Successes of ${operation.operationId} with different bodies`;
  const sentence = `${what} are not carried over: give all the same schema, or none.`;
  return [new DescriptionError(sentence, operation.pointer + pointerOf("responses"))];
}

/** Two paths that differ only in names match the same requests; so does a path with one name twice. */
function alikePaths(path: string, index: number, all: readonly string[]): DescriptionError[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  const shapeOf = (one: string) => one.replaceAll(/\{\w+\}/g, "{}");
  const first = all.slice(0, index).find((one) => shapeOf(one) === shapeOf(path));
  const at = pointerOf("paths", path);
  return [
    ...(twice ? [new DescriptionError(`The path ${path} has {${twice}} twice: rename one.`, at)] : []),
    ...(first
      ? [
          new DescriptionError(
            `The paths ${first} and ${path} match the same requests: describe them as one.`,
            at,
          ),
        ]
      : []),
  ];
}

function sameId({ operationId, pointer }: Operation, all: readonly Operation[]): DescriptionError[] {
  const first = all.find((one) => one.operationId === operationId);
  if (first?.pointer === pointer) return [];
  return [new DescriptionError(`Two operations have the operationId ${operationId}: correct it.`, pointer)];
}

/** A path has its path parameters, and no others. */
function otherPathNames(operation: Operation): DescriptionError[] {
  const { path, pointer } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const declared = parametersIn(operation, "path");
  const missing = names.filter((name) => declared.every((one) => one.name !== name));
  const others = declared.filter(({ name }) => !names.includes(name));
  return [
    ...missing.map(
      (name) =>
        new DescriptionError(
          `The path ${path} has no parameter ${name}: correct it.`,
          pointer + pointerOf("parameters"),
        ),
    ),
    ...others.map(
      ({ name, pointer: at }) =>
        new DescriptionError(`The path ${path} has no {${name}}: correct it.`, at + pointerOf("name")),
    ),
  ];
}

/** A list of parameters has each name once in each place. */
function sameParameters(document: JsonObject): DescriptionError[] {
  const lists = Object.entries(objectOf(document.paths)).flatMap(([path, item]) => {
    const at = pointerOf("paths", path);
    const owners = [["", item] as const, ...Object.entries(objectOf(item))];
    return owners.map(([key, owner]) => ({
      at: `${at}${key === "" ? "" : pointerOf(key)}/parameters`,
      list: listOf(objectOf(owner).parameters).map((_one, index) => index),
    }));
  });
  return lists.flatMap(({ at, list }) => {
    const keys = list.map((index) => {
      const { name, in: place } = placeAt(document, at + pointerOf(index)).value;
      return `${place} ${name}`;
    });
    return list
      .filter((index) => keys.indexOf(keys[index] ?? "") < index)
      .map(
        (index) =>
          new DescriptionError("A parameter is here twice: correct it.", at + pointerOf(index, "name")),
      );
  });
}

/** The values of an enum and a constant have the type of their schema. */
function otherTypes(api: Api): DescriptionError[] {
  const errors: DescriptionError[] = [];
  walkAllSchemas(api, (schema, pointer) => {
    const types = typesOf(schema);
    const isOther = (value: Json) => {
      const type = value === null ? "null" : Number.isInteger(value) ? "integer" : typeof value;
      return !types.includes(type) && !(type === "integer" && types.includes("number"));
    };
    const values = [
      ...listOf(schema.enum).map((value, index) => [value, pointerOf("enum", index)] as const),
      ...(schema.const === undefined ? [] : [[schema.const, pointerOf("const")] as const]),
    ];
    if (types.length === 0) return;
    for (const [value, at] of values.filter(([one]) => isOther(one))) {
      const what = `${JSON.stringify(value)} is no ${types.join(" or ")}`;
      errors.push(new DescriptionError(`${what}: correct it.`, pointer + at));
    }
  });
  return errors;
}

/** Patterns use ECMA-262 with the flag `u` (JSON Schema 2020-12, section 6.4). */
function wrongPatterns(api: Api): DescriptionError[] {
  const errors: DescriptionError[] = [];
  walkAllSchemas(api, ({ pattern }, pointer) => {
    if (typeof pattern !== "string" || isPattern(pattern)) return;
    const what = `${JSON.stringify(pattern)} is not an ECMA-262 regular expression`;
    errors.push(new DescriptionError(`${what}: correct it.`, pointer + pointerOf("pattern")));
  });
  return errors;
}

function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text, "u"));
  } catch {
    return false;
  }
}

/** The client takes the parameters of the query and header fields, and its own options, as members of one object. */
function sameMembers(operation: Operation): DescriptionError[] {
  const members = new Set<string>();
  const named = [...parametersIn(operation, "query"), ...parametersIn(operation, "header")];
  return named.flatMap(({ name, in: place, pointer }) => {
    const member = place === "header" ? camelCase(name) : name;
    const what = `The ${place} parameter ${name} of ${operation.operationId} has the name of`;
    if (optionNames.some((option) => option === member))
      return [new DescriptionError(`${what} an option of the client: rename it.`, pointer)];
    if (members.has(member))
      return [new DescriptionError(`${what} another parameter in the client: rename one.`, pointer)];
    members.add(member);
    return [];
  });
}

/** Header fields that browsers and Node.js set themselves ([Fetch](https://fetch.spec.whatwg.org/#forbidden-request-header)). */
const forbidden =
  /^(?:accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|proxy-.*|referer|sec-.*|set-cookie|te|trailer|transfer-encoding|upgrade|via)$/i;

function setByFetch(operation: Operation): DescriptionError[] {
  const set = parametersIn(operation, "header").filter(({ name }) => forbidden.test(name));
  return set.map(({ name, pointer }) => {
    const what = `The header parameter ${name} is set by fetch itself, which drops any other value`;
    return new DescriptionError(`${what}: remove it.`, pointer);
  });
}

/** The fake sends an example. */
function withoutExample(operation: Operation): DescriptionError[] {
  const { operationId, pointer } = operation;
  const bare = successesOf(operation).filter(({ content }) =>
    content.some(({ examples }) => examples.length === 0),
  );
  return bare.map(({ status }) => {
    const what = `The ${status} of ${operationId} has no example`;
    return new DescriptionError(
      `${what}: add one, as the fake sends it.`,
      pointer + pointerOf("responses", status),
    );
  });
}

function undeclaredScheme(
  { security, pointer }: Operation,
  document: JsonObject,
  declared: readonly string[],
): DescriptionError[] {
  if (security === undefined || declared.includes(security)) return [];
  const isOwn = valueAt(document, pointer + pointerOf("security")) !== undefined;
  const what = `The security scheme ${security} is required, but not declared`;
  const at = (isOwn ? pointer : "") + pointerOf("security", 0, security);
  return [new DescriptionError(`${what}: add it to components.securitySchemes.`, at)];
}

/** `client.then` would make a promise of the client. */
function inheritedNames({ operationId, tag, resource, methodName, pointer }: Operation): DescriptionError[] {
  const names = { tags: [tag, resource], operationId: [operationId, methodName] };
  return Object.entries(names).flatMap(([key, [written, name = ""]]) => {
    if (!inherited.test(name)) return [];
    const what = `${written} would become ${name}, a name that every object or promise has`;
    return [new DescriptionError(`${what}: rename it.`, pointer + pointerOf(key))];
  });
}

/** A new operation that takes the method name, or the names of the types, of another would break the callers of both. */
function sameNames(operation: Operation, all: readonly Operation[]): DescriptionError[] {
  const namesOf = ({ operationId, resource, methodName }: Operation) => [
    `${resource}.${methodName}`,
    pascalCase(operationId),
  ];
  const taken = (one: Operation) => namesOf(operation).find((name) => namesOf(one).includes(name));
  const first = all.find((one) => taken(one) !== undefined);
  if (first === undefined || first === operation) return [];
  const what = `The operationIds ${first.operationId} and ${operation.operationId} would both become ${taken(first)}`;
  return [new DescriptionError(`${what}: rename one.`, operation.pointer + pointerOf("operationId"))];
}

/** A new schema that takes the name of an operation's type would rename that one. */
function sameTypes({ operationId }: Operation, schemas: readonly string[]): DescriptionError[] {
  const own = ownTypeName({ operationId }, "");
  const taken = schemas.filter((schema) => {
    const name = pascalCase(schema);
    return name.startsWith(own) && ownTypeSuffix.test(name.slice(own.length));
  });
  return taken.map((schema) => {
    const what = `The schema ${schema} has the name of a type of the operation ${operationId}`;
    return new DescriptionError(`${what}: rename it.`, pointerOf("components", "schemas", schema));
  });
}

const units: Readonly<Record<string, number>> = { bytes: 1, KiB: 1_024, MiB: 1_048_576 };

/** Texts repeat the limit of a body for readers: each sentence about a body that names a size names this one. */
function otherLimits(value: Json, limit: number, pointer = ""): DescriptionError[] {
  if (typeof value !== "string") {
    const inner = typeof value === "object" && value !== null ? Object.entries(value) : [];
    return inner.flatMap(([key, one]) => otherLimits(one as Json, limit, pointer + pointerOf(key)));
  }
  const sizes = value
    .split(/[.;]\s/)
    .filter((sentence) => /\bbody\b/i.test(sentence))
    .flatMap((sentence) => [...sentence.matchAll(/\b(\d[\d,]*) (bytes|KiB|MiB)\b/g)]);
  const wrong = sizes.filter(
    ([, count = "", unit = ""]) => Number(count.replaceAll(",", "")) * (units[unit] ?? 0) !== limit,
  );
  return wrong.map(([size]) => {
    const what = `The text says that a body has ${size}, and \`x-max-body-bytes\` is ${limit}`;
    return new DescriptionError(`${what}: write the same.`, pointer);
  });
}
