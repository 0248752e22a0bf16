import type { Api } from "../model/api.ts";
import { errorClassByStatusSource, errorsSource } from "./client/errors-source.ts";
import { operationsSource } from "./client/operations-source.ts";
import { publicTypesSource } from "./client/public-types-source.ts";
import { queriesSource } from "./client/queries-source.ts";
import { bodyTypesSource, resourcesSource } from "./client/resources-source.ts";
import { samplesSource } from "./client/samples-source.ts";
import { validatorsSource } from "./client/validators-source.ts";
import { formatsSource } from "./core/formats-source.ts";
import { operationsSource as coreOperationsSource, examplesSource } from "./core/operations-source.ts";
import { problemsSource } from "./core/problems-source.ts";
import { schemaNodesSource } from "./core/schema-nodes-source.ts";
import { namedTypesSource, rulesSource } from "./types/named-types-source.ts";
import { pathTypesSource } from "./types/path-types-source.ts";

/**
 * Generates everything that comes from the description.
 *
 * @returns the text of each file, by its path in the repository
 * @throws DescriptionError for what cannot be generated
 */
export function generatedSources(api: Api): Readonly<Record<string, string>> {
  const sources = {
    "packages/types/src/openapi.gen.ts": pathTypesSource(api.document),
    "packages/types/src/index.gen.ts": namedTypesSource(api),
    "packages/client/src/operations.gen.ts": operationsSource(api),
    "packages/client/src/resources.gen.ts": resourcesSource(api),
    "packages/client/src/queries/queries.gen.ts": queriesSource(api),
    "packages/client/src/public-types.gen.ts": publicTypesSource(api),
    "packages/client/src/errors/errors.gen.ts": errorsSource(api),
    "packages/client/src/errors/error-class-by-status.gen.ts": errorClassByStatusSource(api),
    "packages/client/src/errors/body-types.gen.ts": bodyTypesSource(api),
    "packages/client/src/schemas/schemas.gen.ts": validatorsSource(api),
    "packages/client/src/testing/samples.gen.ts": samplesSource(api),
    "packages/core/src/schema/formats.gen.ts": formatsSource(api),
    "packages/core/src/schema/schema-nodes.gen.ts": schemaNodesSource(api),
    "packages/core/src/operations/operations.gen.ts": coreOperationsSource(api),
    "packages/core/src/problems/problems.gen.ts": problemsSource(api),
    "packages/server/src/openapi/examples.gen.ts": examplesSource(api),
    "packages/contract-tests/src/openapi/rules.gen.ts": rulesSource(api),
  };
  const header = "// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.\n";
  return Object.fromEntries(Object.entries(sources).map(([path, source]) => [path, `${header}\n${source}`]));
}
