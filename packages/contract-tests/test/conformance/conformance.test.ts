import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { collectConformance, conformanceFile } from "./conformance.ts";

test("the docs show which targets pass which cases; if not, run `pnpm --filter @compute-host/contract-tests docs-data`", async () => {
  expect(JSON.parse(readFileSync(conformanceFile, "utf8"))).toEqual(await collectConformance());
});
