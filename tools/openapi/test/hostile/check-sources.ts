import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { generatedSources } from "../../src/generate/generated-sources.ts";
import { type Api, type JsonObject, readApi } from "../../src/index.ts";
import { GeneratedProgram, tagCounts } from "./run-generated.ts";

/** A statement of a description, which must not run. */
export const code = "globalThis.PWNED = 1";

const folder = mkdtempSync(join(tmpdir(), "hostile-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Generates every file of a description. */
export const generate = (api: Api): Readonly<Record<string, string>> => generatedSources(api, "make");

/** Reads a changed description from a file, as the generator does. */
export async function apiWith(description: JsonObject): Promise<Api> {
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(description));
  return readApi(file);
}

/** Checks that everything parses and runs, that nothing of the description ran, and that values are as described. */
export function checkSources(api: Api, sources: Readonly<Record<string, string>>): void {
  const program = new GeneratedProgram(sources);
  const exports = program.run();
  expect(program.globals()).toEqual([]);
  expect(Object.keys(tagCounts(sources)).filter((tag) => tag.endsWith("@hostile"))).toEqual([]);
  const { description } = exports["packages/server/src/openapi/operations.gen.ts"] ?? {};
  expect(JSON.stringify(description)).toBe(JSON.stringify(api.document));
  const { successSamples } = exports["packages/client/src/testing/samples.gen.ts"] ?? {};
  for (const { operationId, responses } of api.operations) {
    const [example] = responses.find(({ status }) => status.startsWith("2"))?.content[0]?.examples ?? [];
    const sample = (successSamples as Record<string, { body?: unknown }>)[operationId];
    expect(JSON.stringify(sample?.body)).toBe(JSON.stringify(example?.value));
  }
}
