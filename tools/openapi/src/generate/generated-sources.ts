import type { Api } from "../model/api.ts";
import { errorClassByStatusSource, errorsSource } from "./client/errors-source.ts";
import { operationsSource } from "./client/operations-source.ts";
import { publicTypesSource } from "./client/public-types-source.ts";
import { queriesSource } from "./client/queries-source.ts";
import { bodyTypesSource, resourcesSource } from "./client/resources-source.ts";
import { samplesSource } from "./client/samples-source.ts";
import { schemaFormatsSource } from "./client/schema-formats-source.ts";
import { validatorsSource } from "./client/validators-source.ts";
import { rulesSource } from "./contract/rules-source.ts";
import { operationsSource as coreOperationsSource, descriptionSource } from "./core/operations-source.ts";
import { problemsSource } from "./core/problems-source.ts";
import { schemaNodesSource } from "./core/schema-nodes-source.ts";
import { namedTypesSource } from "./types/named-types-source.ts";
import { typesSource } from "./types/paths-source.ts";

/**
 * Generates everything that comes from the description.
 *
 * @param command the command to name in the headers
 * @returns the text of each file, by its path in the repository
 * @throws DescriptionError for what cannot be generated
 */
export function generatedSources(api: Api, command: string): Readonly<Record<string, string>> {
  return {
    "packages/types/src/openapi.gen.ts": typesSource(api.document, command),
    "packages/types/src/index.gen.ts": namedTypesSource(api, command),
    "packages/client/src/operations.gen.ts": operationsSource(api, command),
    "packages/client/src/resources.gen.ts": resourcesSource(api, command),
    "packages/client/src/queries.gen.ts": queriesSource(api, command),
    "packages/client/src/public-types.gen.ts": publicTypesSource(api, command),
    "packages/client/src/errors.gen.ts": errorsSource(api, command),
    "packages/client/src/error-class-by-status.gen.ts": errorClassByStatusSource(api, command),
    "packages/client/src/body-types.gen.ts": bodyTypesSource(api, command),
    "packages/core/src/formats.gen.ts": schemaFormatsSource(api, command),
    "packages/client/src/schemas.gen.ts": validatorsSource(api, command),
    "packages/client/src/testing/samples.gen.ts": samplesSource(api, command),
    "packages/core/src/schema-nodes.gen.ts": schemaNodesSource(api, command),
    "packages/core/src/operations.gen.ts": coreOperationsSource(api, command),
    "packages/core/src/problems.gen.ts": problemsSource(api, command),
    "packages/server/src/openapi/description.gen.ts": descriptionSource(api, command),
    "packages/contract-tests/src/openapi/rules.gen.ts": rulesSource(api, command),
  };
}
