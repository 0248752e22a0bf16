/** Writes for the docs which targets pass which cases; `conformance.test.ts` fails when it is out of date. */
import { writeFile } from "node:fs/promises";
import { readArguments } from "@compute-host/command-line";

readArguments({
  command: "pnpm --filter @compute-host/contract-tests docs-data",
  about: "Writes for the docs which targets pass which contract cases.",
});
// Loading the targets takes seconds, which a wrong usage does not have to wait for.
const { conformanceFile, conformanceOf, runSuites } = await import("./conformance.ts");
await writeFile(conformanceFile, `${JSON.stringify(conformanceOf(await runSuites()), undefined, 2)}\n`);
