import { existsSync, readFileSync } from "node:fs";
import type { Sample } from "./reference/reference-context.ts";

/** The folder of the samples: one folder for each operation, one file for each language. */
export const samplesFolder = new URL("../samples/", import.meta.url);

/** The languages of samples, in the order of their tabs. */
export const sampleLanguages = [
  { key: "curl", title: "curl", file: "curl.sh", language: "bash" },
  { key: "client", title: "TypeScript", file: "client.ts", language: "typescript" },
  { key: "fetch", title: "openapi-fetch", file: "openapi-fetch.ts", language: "typescript" },
  { key: "python", title: "Python", file: "python.py", language: "python" },
] as const;

/** The samples of an operation; a language without one is left out. */
export function readSamples(operationId: string): Sample[] {
  return sampleLanguages.flatMap(({ file, ...rest }) => {
    const url = new URL(`${operationId}/${file}`, samplesFolder);
    return existsSync(url) ? [{ ...rest, code: readFileSync(url, "utf8").trimEnd() }] : [];
  });
}
