import type { Api, Operation } from "../../model/api.ts";
import { DescriptionError } from "../../model/description-error.ts";
import { pascalCase } from "../../model/names.ts";
import { pointerOf } from "../../model/pointer.ts";
import { valueSource } from "../source-text.ts";

/**
 * Checks that every operation has a method and types of its own.
 *
 * @throws DescriptionError for a tag or an operationId without a letter or digit, an operationId that every object has, or for two operations with the same name
 */
export function checkNames({ operations }: Api): void {
  const owners = new Map<string, Operation>();
  for (const operation of operations) {
    const { operationId, tag, resource, methodName, pointer } = operation;
    if (resource === "") {
      const what = `${operationId}: the tag ${valueSource(tag)} has no letter or digit`;
      throw new DescriptionError(`${what}: rename it.`, pointer + pointerOf("tags"));
    }
    if (methodName === "") {
      const what = `The operationId ${valueSource(operationId)} has no letter or digit`;
      throw new DescriptionError(`${what}: rename it.`, pointer + pointerOf("operationId"));
    }
    for (const name of [`${resource}.${methodName}`, pascalCase(operationId)]) {
      const owner = owners.get(name);
      if (owner !== undefined) {
        const first = `${valueSource(owner.operationId)} (${owner.method} ${owner.path})`;
        const second = `${valueSource(operationId)} (${operation.method} ${operation.path})`;
        throw new DescriptionError(
          `The operationIds ${first} and ${second} would both become ${name}: rename one.`,
          pointer + pointerOf("operationId"),
        );
      }
      owners.set(name, operation);
    }
  }
}
