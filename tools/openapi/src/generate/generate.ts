/**
 * Generates everything that comes from the description: all files, or none if one fails. With `--check` it writes
 * nothing, and fails if a committed file differs from the generated one.
 */
import { fileURLToPath } from "node:url";
import { readApi } from "../model/read-api.ts";
import type { ErrorNames } from "./client/method-words.ts";
import { operationsSource } from "./client/operations-source.ts";
import { publicTypesSource } from "./client/public-types-source.ts";
import { bodyTypesSource, resourcesSource } from "./client/resources-source.ts";
import { samplesSource } from "./client/samples-source.ts";
import { schemaNodesSource } from "./client/schema-nodes-source.ts";
import { validatorsSource } from "./client/validators-source.ts";
import { type GeneratedFile, writeOrCheck } from "./generated-file.ts";
import { serverOperationsSource } from "./server/operations-source.ts";
import { problemsSource } from "./server/problems-source.ts";
import { namedTypesSource } from "./types/named-types-source.ts";
import { typesSource } from "./types/paths-source.ts";

const command = "pnpm generate";
const root = new URL("../../../../", import.meta.url);

try {
  await writeOrCheck(await generatedFiles(), process.argv.slice(2));
} catch (error) {
  // Print one readable line, because a mistake in the description is not a bug in the program.
  console.error(`Nothing was written. ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function generatedFiles(): Promise<GeneratedFile[]> {
  const api = await readApi(fileURLToPath(new URL("spec/openapi.yaml", root)));
  const sources: Record<string, string> = {
    "packages/types/src/openapi.gen.ts": await typesSource(api.document, command),
    "packages/types/src/index.gen.ts": await namedTypesSource(api, command),
    "packages/client/src/operations.gen.ts": operationsSource(api, command),
    "packages/client/src/resources.gen.ts": await resourcesSource(api, await clientErrors(), command),
    "packages/client/src/public-types.gen.ts": publicTypesSource(api, command),
    "packages/client/src/body-types.gen.ts": await bodyTypesSource(api, command),
    "packages/client/src/schema-nodes.gen.ts": schemaNodesSource(api, command),
    "packages/client/src/schemas.gen.ts": validatorsSource(api, command),
    "packages/client/src/testing/samples.gen.ts": samplesSource(api, command),
    "packages/server/src/openapi/operations.gen.ts": serverOperationsSource(api, command),
    "packages/server/src/http/problems.gen.ts": problemsSource(api, command),
    "packages/contract-tests/src/openapi/api.gen.json": `${JSON.stringify(api, undefined, 1)}\n`,
  };
  return Object.entries(sources).map(([path, text]) => ({ url: new URL(path, root), text, command }));
}

/** Reads the errors that the client's methods throw from its own table of errors. */
async function clientErrors(): Promise<ErrorNames> {
  const { errorClassByStatus, errorsOfEveryCall } = (await import(
    new URL("packages/client/src/errors.ts", root).href
  )) as {
    errorClassByStatus: Readonly<Record<string, { kind: string }>>;
    errorsOfEveryCall: readonly string[];
  };
  return {
    ofStatus: (status) =>
      errorClassByStatus[status]?.kind ?? (status.startsWith("5") ? "ServerError" : "ApiError"),
    ofEveryCall: errorsOfEveryCall,
  };
}
