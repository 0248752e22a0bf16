import { type Api, type Operation, successesOf } from "../model/api.ts";
import { DescriptionError } from "../model/description-error.ts";
import { pascalCase, shortMethodName } from "../model/names.ts";
import { pointerOf } from "../model/pointer.ts";

/** What everything downstream relies on, and no grammar can say. */
export function outsideGrammar({ operations, schemas }: Api): readonly DescriptionError[] {
  if (operations.length === 0) {
    return [
      new DescriptionError("A description without an operation is not carried over: add one.", "/paths"),
    ];
  }
  return operations.flatMap((operation) => [
    ...twoShapes(operation),
    ...sameMethod(operation, operations),
    ...sameTypes(operation, Object.keys(schemas)),
  ]);
}

function twoShapes(operation: Operation): DescriptionError[] {
  const bodies = successesOf(operation).map(({ content }) => JSON.stringify(content[0]?.schema));
  if (new Set(bodies).size < 2) return [];
  const what = `Successes of ${operation.operationId} with different bodies`;
  const sentence = `${what} are not carried over: give all the same schema, or none.`;
  return [new DescriptionError(sentence, operation.pointer + pointerOf("responses"))];
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
