import { type Api, type Operation, successesOf } from "../model/api.ts";
import { DescriptionError } from "../model/description-error.ts";
import type { Json } from "../model/json.ts";
import { pascalCase, shortMethodName } from "../model/names.ts";
import { pointerOf } from "../model/pointer.ts";
import { inherited } from "./grammar.ts";

/** What everything downstream relies on, and no grammar can say. */
export function outsideGrammar({ document, operations, schemas }: Api): readonly DescriptionError[] {
  if (operations.length === 0) {
    return [
      new DescriptionError("A description without an operation is not carried over: add one.", "/paths"),
    ];
  }
  const ofOperations = operations.flatMap((operation) => [
    ...twoShapes(operation),
    ...withoutExample(operation),
    ...inheritedNames(operation),
    ...sameMethod(operation, operations),
    ...sameTypes(operation, Object.keys(schemas)),
  ]);
  return [...ofOperations, ...otherLimits(document, Number(document["x-max-body-bytes"]))];
}

function twoShapes(operation: Operation): DescriptionError[] {
  const bodies = successesOf(operation).map(({ content }) => JSON.stringify(content[0]?.schema));
  if (new Set(bodies).size < 2) return [];
  const what = `Successes of ${operation.operationId} with different bodies`;
  const sentence = `${what} are not carried over: give all the same schema, or none.`;
  return [new DescriptionError(sentence, operation.pointer + pointerOf("responses"))];
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

/** `client.then` would make a promise of the client. */
function inheritedNames({ operationId, tag, resource, methodName, pointer }: Operation): DescriptionError[] {
  const names = { tags: [tag, resource], operationId: [operationId, methodName] };
  return Object.entries(names).flatMap(([key, [written, name = ""]]) => {
    if (!inherited.test(name)) return [];
    const what = `${written} would become ${name}, a name that every object or promise has`;
    return [new DescriptionError(`${what}: rename it.`, pointer + pointerOf(key))];
  });
}

/** A new operation that takes the method name of another would break the callers of both. */
function sameMethod(operation: Operation, all: readonly Operation[]): DescriptionError[] {
  const methodOf = ({ operationId, tag, resource }: Operation) =>
    `${resource}.${shortMethodName(operationId, tag)}`;
  const first = all.find((one) => methodOf(one) === methodOf(operation));
  if (first === undefined || first === operation) return [];
  const what = `The operationIds ${first.operationId} and ${operation.operationId} would both become ${methodOf(operation)}`;
  return [new DescriptionError(`${what}: rename one.`, operation.pointer + pointerOf("operationId"))];
}

/** A new schema that takes the name of an operation's type would rename that one. */
function sameTypes(
  { operationId, takenTypeNames = [] }: Operation,
  schemas: readonly string[],
): DescriptionError[] {
  const taken = schemas.filter((schema) => takenTypeNames.includes(pascalCase(schema)));
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
