/** Writes what the client takes from the spec; with `--check` only compares. */
import { generatedHeader, writeOrCheck } from "@compute-host/codegen/generated-file";
import { computersSource } from "./computers-source.ts";
import { operationsSource } from "./operations-source.ts";
import { samplesSource } from "./samples-source.ts";
import { schemasSource } from "./schemas-source.ts";
import { readSpec } from "./spec-document.ts";

const command = "pnpm generate";
const spec = await readSpec();
const sources = {
  "operations.gen.ts": operationsSource(spec.operations),
  "computers.gen.ts": computersSource(spec.operations),
  "schemas.gen.ts": schemasSource(spec),
  "testing/samples.gen.ts": samplesSource(spec),
};
const files = Object.entries(sources).map(([name, source]) => ({
  url: new URL(`../src/${name}`, import.meta.url),
  text: `${generatedHeader(command)}\n${source}`,
  command,
}));
await writeOrCheck(files, process.argv.slice(2));
