import type { Api, Operation } from "../../model/api.ts";
import { pascalCase } from "../../model/names.ts";
import { valueSource } from "../source-text.ts";

/**
 * Checks that every operation has a method and types of its own.
 *
 * @throws Error for a tag or an operationId without a letter or digit, or for two operations with the same name
 */
export function checkNames({ operations }: Api): void {
  const owners = new Map<string, Operation>();
  for (const operation of operations) {
    const { operationId, tag, resource, methodName } = operation;
    if (resource === "") {
      throw new Error(`${operationId}: the tag ${valueSource(tag)} has no letter or digit: rename it.`);
    }
    if (methodName === "") {
      throw new Error(`The operationId ${valueSource(operationId)} has no letter or digit: rename it.`);
    }
    for (const name of [`${resource}.${methodName}`, pascalCase(operationId)]) {
      const owner = owners.get(name);
      if (owner !== undefined) {
        throw new Error(
          `The operationIds ${valueSource(owner.operationId)} (${owner.method} ${owner.path}) and ${valueSource(operationId)} (${operation.method} ${operation.path}) would both become ${name}: rename one.`,
        );
      }
      owners.set(name, operation);
    }
  }
}
