import { fileURLToPath } from "node:url";
import { readApi } from "@compute-host/openapi";
import { serverOperationsSource } from "@compute-host/openapi/server-operations-source";
import { problemsSource } from "@compute-host/openapi/server-problems-source";
import { typesSource } from "@compute-host/openapi/types-source";
import { expect, test } from "vitest";

test("the generated files of the harbour are up to date", async () => {
  const api = await readApi(fileURLToPath(new URL("harbour.yaml", import.meta.url)));
  const command = "vitest run test/harbour --update";
  const files = {
    "types.gen.ts": typesSource(api.document, command),
    "operations.gen.ts": serverOperationsSource(api, command),
    "problems.gen.ts": problemsSource(api, command),
  };
  for (const [name, text] of Object.entries(files)) {
    const own = text
      .replace("from spec/openapi.yaml by", "from test/harbour/harbour.yaml by")
      .replaceAll('from "./', 'from "../../src/openapi/')
      .replace('from "@compute-host/types"', 'from "./types.gen.ts"');
    await expect(own).toMatchFileSnapshot(name);
  }
});
