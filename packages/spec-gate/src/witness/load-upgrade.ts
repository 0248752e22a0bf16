import type { ApiDocument } from "../document/api-document.ts";
import { isObject } from "../json-value.ts";
import { SpecGateError } from "../spec-gate-error.ts";
import type { Upgrade } from "./schema-validator.ts";

/**
 * Loads the library that rewrites OpenAPI 3.0, which a team without such descriptions does not have to install.
 *
 * @throws SpecGateError if a description needs it and it is not installed
 */
export async function loadUpgrade(documents: readonly ApiDocument[]): Promise<Upgrade> {
  if (!documents.some(({ raw }) => String(raw.openapi).startsWith("3.0")))
    return (description) => description;
  try {
    const { upgradeFromThreeToThreeOne } = await import("@scalar/openapi-upgrader/3.0-to-3.1");
    return (description) => {
      const upgraded: unknown = upgradeFromThreeToThreeOne(description);
      return isObject(upgraded) ? upgraded : description;
    };
  } catch (cause) {
    if (!String((cause as NodeJS.ErrnoException).code).startsWith("ERR_")) throw cause;
    const remedy = "npm install --save-dev @scalar/openapi-upgrader@0.4";
    throw new SpecGateError(`--witness needs @scalar/openapi-upgrader 0.4 for OpenAPI 3.0: ${remedy}`, {
      cause,
    });
  }
}
