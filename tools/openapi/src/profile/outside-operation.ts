import { type Api, type Operation, parametersIn, successesOf } from "../model/api.ts";
import { DescriptionError } from "../model/description-error.ts";
import { camelCase, pascalCase } from "../model/names.ts";
import { textOf } from "../schema/json.ts";
import { placeAt, pointerOf, valueAt } from "../schema/pointer.ts";
import { inherited } from "./grammar.ts";
import { optionNames } from "./option-names.ts";

/** What is wrong, what to do, and where. */
type Found = readonly [what: string, todo: string, pointer: string];
type Check = (operation: Operation, api: Api) => readonly Found[];

/** What everything downstream relies on in an operation, and no grammar can say. */
export function outsideOperation(operation: Operation, api: Api): DescriptionError[] {
  const found = checks.flatMap((check) => check(operation, api));
  return found.map(([what, todo, pointer]) => new DescriptionError(`${what}: ${todo}.`, pointer));
}

const checks: readonly Check[] = [
  /** There is a success, and all have one body. */
  (operation) => {
    const { operationId, pointer } = operation;
    const bodies = successesOf(operation).map(({ content }) => JSON.stringify(content[0]?.schema));
    if (bodies.length === 0)
      return [[`${operationId} documents no success`, "add the 2xx response that its callers get", pointer]];
    if (new Set(bodies).size === 1) return [];
    const what = `Successes of ${operationId} with different bodies are not carried over`;
    return [[what, "give all the same schema, or none", pointer + pointerOf("responses")]];
  },
  /** Docs, samples and the mock show an example of each body, and the fake sends that of a success. */
  ({ operationId, body, responses, pointer }) => {
    const inRequest =
      body === undefined ? [] : [{ name: "body", content: body.content, keys: ["requestBody"] }];
    const inResponses = responses.map(({ status, content }) => ({
      name: status,
      content,
      keys: ["responses", status],
    }));
    return [...inRequest, ...inResponses]
      .filter(({ content }) => content.some(({ examples }) => examples.length === 0))
      .map(({ name, keys }) => [
        `The ${name} of ${operationId} has no example`,
        "add one, as the docs and the fake show it",
        pointer + pointerOf(...keys),
      ]);
  },
  ({ operationId, tag, pointer }, { tags }) =>
    tags.some(({ name }) => name === tag)
      ? []
      : [
          [
            `The tag ${tag} of ${operationId} is not declared`,
            "add it to `tags`",
            pointer + pointerOf("tags"),
          ],
        ],
  ({ security, pointer }, { securitySchemes, document }) => {
    if (security === undefined || Object.hasOwn(securitySchemes, security)) return [];
    const isOwn = valueAt(document, pointer + pointerOf("security")) !== undefined;
    const what = `The security scheme ${security} is required, but not declared`;
    const at = (isOwn ? pointer : "") + pointerOf("security", 0, security);
    return [[what, "add it to components.securitySchemes", at]];
  },
  /** `client.then` would make a promise of the client. */
  ({ operationId, tag, resource, methodName, pointer }) =>
    Object.entries({ tags: [tag, resource], operationId: [operationId, methodName] })
      .filter(([, [, name = ""]]) => inherited.test(name))
      .map(([key, [written, name]]) => [
        `${written} would become ${name}, a name that every object or promise has`,
        "rename it",
        pointer + pointerOf(key),
      ]),
  /** An operation that takes the names of another, or of its types, would break the callers of both. */
  (operation, { operations }) => {
    const namesOf = ({ operationId, resource, methodName }: Operation) => [
      `${resource}.${methodName}`,
      pascalCase(operationId),
    ];
    const taken = (one: Operation) => namesOf(operation).find((name) => namesOf(one).includes(name));
    const first = operations.find((one) => taken(one) !== undefined);
    if (first === undefined || first === operation) return [];
    const what = `The operationIds ${first.operationId} and ${operation.operationId} would both become ${taken(first)}`;
    return [[what, "rename one", operation.pointer + pointerOf("operationId")]];
  },
  /** A path has its path parameters, and no others. */
  (operation) => {
    const { path, pointer } = operation;
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = parametersIn(operation, "path");
    const missing = names.filter((name) => declared.every((one) => one.name !== name));
    const others = declared.filter(({ name }) => !names.includes(name));
    return [
      ...missing.map(
        (name): Found => [
          `The path ${path} has no parameter ${name}`,
          "add it",
          pointer + pointerOf("parameters"),
        ],
      ),
      ...others.map(
        (one): Found => [
          `The path ${path} has no {${one.name}}`,
          "correct it",
          one.pointer + pointerOf("name"),
        ],
      ),
    ];
  },
  /** The client takes the parameters of the query and header fields, and its own options, as members of one object. */
  ({ operationId, parameters }) => {
    const keys = parameters.map(({ in: place, name }) =>
      place === "path" ? `{${name}}` : place === "query" ? name : camelCase(name),
    );
    return parameters.flatMap(({ in: place, name, pointer }, index): Found[] => {
      const key = keys[index] ?? "";
      const what = `The ${place} parameter ${name} of ${operationId} has the name of`;
      if (optionNames.some((option) => option === key))
        return [[`${what} an option of the client`, "rename it", pointer]];
      return keys.indexOf(key) < index
        ? [[`${what} another parameter in the client`, "rename one", pointer]]
        : [];
    });
  },
  /** Only a deprecated operation has dates, and `x-sunset` is not before `x-deprecated-since`. */
  ({ pointer }, { document }) => {
    const { deprecated, ...operation } = placeAt(document, pointer).value;
    const dates = ["x-deprecated-since", "x-sunset"].filter((key) => operation[key] !== undefined);
    if (deprecated !== true)
      return dates.map((key) => [
        `\`${key}\` is for a deprecated operation`,
        "add `deprecated: true`",
        pointer + pointerOf(key),
      ]);
    const [since = "", sunset = ""] = dates.map((key) => textOf(operation[key]));
    if (sunset === "" || sunset >= since) return [];
    const what = "`x-sunset` is before `x-deprecated-since`";
    return [[what, "write a later date", pointer + pointerOf("x-sunset")]];
  },
];
