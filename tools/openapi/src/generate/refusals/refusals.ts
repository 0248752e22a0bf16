import type { Api } from "../../model/api.ts";
import { bodyRefusals } from "./bodies.ts";
import { exampleRefusals } from "./examples.ts";
import { formatRefusals } from "./formats.ts";
import { operationRefusals } from "./operations.ts";
import { parameterRefusals } from "./parameters.ts";
import { patternRefusals } from "./patterns.ts";
import type { Refusal } from "./refusal.ts";
import { responseRefusals } from "./responses.ts";
import { schemaRefusals } from "./schemas.ts";
import { securityRefusals } from "./security.ts";

/** What no part of the product can carry over, each with the sentence that says so. */
export const refusals: readonly Refusal[] = [
  ...schemaRefusals,
  ...operationRefusals,
  ...parameterRefusals,
  ...securityRefusals,
  ...bodyRefusals,
  ...responseRefusals,
  ...formatRefusals,
  ...patternRefusals,
  ...exampleRefusals,
];

/**
 * Checks that everything in a description can be carried over.
 *
 * @throws DescriptionError at the first place that cannot
 */
export function checkSupported(api: Api): void {
  for (const { check } of refusals) check(api);
}
