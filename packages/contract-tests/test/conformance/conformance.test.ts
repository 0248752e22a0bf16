import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { compactJson } from "../../mutants/compact-json.ts";
import { conformanceOf, suites } from "./conformance.ts";
import { testSuites } from "./test-suites.ts";

const runs = await testSuites(suites);
const conformanceFile = new URL("../../../docs/generated/conformance.gen.json", import.meta.url);

test("the docs show which targets pass which cases; if not, run `pnpm --filter @compute-host/contract-tests docs-data`", async () => {
  await expect(compactJson(conformanceOf(runs))).toMatchFileSnapshot(fileURLToPath(conformanceFile));
});
