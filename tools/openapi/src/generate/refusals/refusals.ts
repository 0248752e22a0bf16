import type { Api } from "../../model/api.ts";
import { checkAll } from "../../model/check-all.ts";
import { bodyRefusals } from "./bodies.ts";
import { exampleRefusals } from "./examples.ts";
import { operationRefusals } from "./operations.ts";
import { parameterRefusals } from "./parameters.ts";
import { patternRefusals } from "./patterns.ts";
import type { Refusal } from "./refusal.ts";
import { responseRefusals } from "./responses.ts";
import { schemaRefusals } from "./schemas.ts";
import { securityRefusals } from "./security.ts";

/** In stages, because each can only be judged where the earlier ones refused nothing. */
const stages: readonly (readonly Refusal[])[] = [
  [...schemaRefusals, ...patternRefusals],
  [...operationRefusals, ...parameterRefusals, ...securityRefusals, ...bodyRefusals, ...responseRefusals],
  exampleRefusals,
];

/**
 * Checks that everything in a description can be carried over.
 *
 * @throws DescriptionError at the only place that cannot, or AggregateError with every place of a stage
 */
export function checkSupported(api: Api): void {
  for (const stage of stages) {
    const checks = stage.map((refusal) => () => refusal.check(api));
    checkAll(checks);
  }
}
