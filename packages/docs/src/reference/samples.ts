import { existsSync, readFileSync } from "node:fs";

/** A sample of an operation in one language. */
export interface Sample {
  readonly key: string;
  readonly title: string;
  readonly language: string;
  readonly code: string;
}

/** The languages of samples, in the order of their tabs. */
const sampleLanguages = [
  { key: "curl", title: "curl", file: "curl.sh", language: "bash" },
  { key: "client", title: "TypeScript", file: "client.ts", language: "typescript" },
  { key: "fetch", title: "openapi-fetch", file: "openapi-fetch.ts", language: "typescript" },
  { key: "python", title: "Python", file: "python.py", language: "python" },
] as const;

/** The samples of an operation, from its folder; a language without one is left out. */
export function readSamples(operationId: string): Sample[] {
  return sampleLanguages.flatMap(({ file, ...rest }) => {
    const url = new URL(`../../samples/${operationId}/${file}`, import.meta.url);
    return existsSync(url) ? [{ ...rest, code: readFileSync(url, "utf8").trimEnd() }] : [];
  });
}
