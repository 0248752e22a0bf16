/** Writes which cases are held by whom, for the docs; `conformance.test.ts` tells when it has to be written again. */
import { writeFile } from "node:fs/promises";
import { collectConformance, conformanceFile } from "./conformance.ts";

await writeFile(conformanceFile, `${JSON.stringify(await collectConformance(), undefined, 2)}\n`);
