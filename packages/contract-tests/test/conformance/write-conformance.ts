/** Writes for the docs which targets pass which cases; `conformance.test.ts` fails when it is out of date. */
import { writeFile } from "node:fs/promises";
import { readArguments } from "@compute-host/command-line";

readArguments({
  command: "pnpm --filter @compute-host/contract-tests docs-data",
  about: "Writes for the docs which targets pass which contract cases.",
});
// Loading the targets takes seconds, which a wrong usage does not have to wait for.
const { collectConformance, conformanceFile } = await import("./conformance.ts");
await writeFile(conformanceFile, `${JSON.stringify(await collectConformance(), undefined, 2)}\n`);
