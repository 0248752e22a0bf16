import { BaseResolver, createConfig, lintDocument, Source } from "@redocly/openapi-core";
import { DescriptionError } from "../../model/description-error.ts";
import type { JsonObject } from "../../model/json.ts";

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
 * @throws DescriptionError at the first place that is not
 */
export async function checkStructure(description: JsonObject): Promise<void> {
  const config = await createConfig({ rules: Object.fromEntries(rules.map((rule) => [rule, "error"])) });
  // Redocly writes into what it reads.
  const document = { source: new Source("openapi.yaml", ""), parsed: structuredClone(description) };
  const problems = await lintDocument({ document, config, externalRefResolver: new BaseResolver() });
  const [problem] = problems.filter(
    ({ ruleId, message }) => rules.includes(ruleId) && !isBoolean.test(message),
  );
  if (problem === undefined) return;
  const { location, message, suggest } = problem;
  const known = suggest?.[0] === undefined ? "correct it" : `did you mean ${suggest[0]}?`;
  const sentence = `${message.replace(/\.$/, "")}: ${known}`;
  throw new DescriptionError(
    sentence.endsWith("?") ? sentence : `${sentence}.`,
    location[0]?.pointer?.slice(1) ?? "",
  );
}
