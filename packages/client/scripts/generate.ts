/** Writes what the client takes from the spec and from the packages that it bundles; with `--check` only compares. */
import { generatedHeader, writeOrCheck } from "@compute-host/openapi/generated-file";
import { computersSource } from "./computers-source.ts";
import { operationsSource } from "./operations-source.ts";
import { samplesSource } from "./samples-source.ts";
import { schemasSource } from "./schemas-source.ts";
import { readSpec } from "./spec-document.ts";
import { thirdPartySource } from "./third-party-source.ts";

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
const thirdParty = new URL("../THIRD-PARTY-LICENSES.txt", import.meta.url);
await writeOrCheck(
  [...files, { url: thirdParty, text: await thirdPartySource(), command }],
  process.argv.slice(2),
);
