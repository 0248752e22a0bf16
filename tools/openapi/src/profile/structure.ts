import {
  BaseResolver,
  createConfig,
  lintDocument,
  type NormalizedProblem,
  Source,
} from "@redocly/openapi-core";
import { checkAll } from "../model/check-all.ts";
import { DescriptionError } from "../model/description-error.ts";
import type { JsonObject } from "../model/json.ts";

/** What every OpenAPI description must be; `pnpm check` also asks for what is good style. */
const rules = [
  "struct",
  "no-enum-type-mismatch",
  "no-schema-type-mismatch",
  "operation-operationId-unique",
  "operation-parameters-unique",
  "path-not-include-query",
  "path-params-defined",
  "spec-components-invalid-map-name",
];

/** JSON Schema 2020-12, section 4.3.2; Redocly knows only objects in some places. */
const isBoolean = /^Expected type `Schema` .* got `boolean`/;

/**
 * Checks that a description is OpenAPI: that each keyword has a value of its type, for example, and each path its parameters.
 *
 * @throws DescriptionError at the only place that is not, or AggregateError with every place
 */
export async function checkStructure(description: JsonObject): Promise<void> {
  const config = await createConfig({ rules: Object.fromEntries(rules.map((rule) => [rule, "error"])) });
  // Redocly writes into what it reads.
  const document = { source: new Source("openapi.yaml", ""), parsed: structuredClone(description) };
  const problems = await lintDocument({ document, config, externalRefResolver: new BaseResolver() });
  const found = problems.filter(
    (one) => rules.includes(one.ruleId) && !isBoolean.test(one.message) && !isEmptyText(one),
  );
  checkAll(found.map((problem) => () => refuse(problem)));
}

/** Some generators write `null` for a text that is not there. */
function isEmptyText({ message, location: [place] }: NormalizedProblem): boolean {
  return message.includes("but got `null`") && /\/(summary|description)$/.test(place?.pointer ?? "");
}

function refuse({ location, message, suggest }: NormalizedProblem): void {
  const known = suggest?.[0] === undefined ? "correct it" : `did you mean ${suggest[0]}?`;
  const sentence = `${message.replace(/\.$/, "")}: ${known}`;
  throw new DescriptionError(
    sentence.endsWith("?") ? sentence : `${sentence}.`,
    location[0]?.pointer?.slice(1) ?? "",
  );
}
