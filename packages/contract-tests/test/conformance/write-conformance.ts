/** Writes for the docs which targets pass which cases; `conformance.test.ts` fails when it is out of date. */
import { writeFile } from "node:fs/promises";
import { collectConformance, conformanceFile } from "./conformance.ts";

await writeFile(conformanceFile, `${JSON.stringify(await collectConformance(), undefined, 2)}\n`);
