import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProcess } from "@compute-host/command-line/process";
import { typesSource } from "@compute-host/openapi/types-source";
import type { JsonObject } from "../src/json-value.ts";

const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript70/package.json")), "bin/tsc");
const cache = fileURLToPath(new URL("../node_modules/.cache/", import.meta.url));

/**
 * What code written against the base's types requires of the revision's: its requests still fit, and every
 * successful response can still be read. (TypeScript only checks surplus keys of literals; `Known` checks them
 * all.)
 */
const probe = `type Known<O, N> = keyof O extends keyof N ? true : false;
type Fits<A, B> = [A] extends [B] ? true : false;
type Body<T> = T extends { requestBody?: infer R } ? (R extends { content: infer C } ? C : R) : never;
type Fields<T> = Body<T> extends { "application/json": infer J } ? J : {};
type Query<T> = T extends { parameters: { query?: infer Q } } ? NonNullable<Q> : {};
type Success<T> = T extends { responses: infer R } ? Pick<R, Extract<keyof R, 200 | 201 | 202 | 204>> : never;
type Responses<O, N> = O extends { responses: infer R } ? N extends { responses: infer S } ? Pick<R, keyof R & keyof S> : never : never;
type Readable<O, N> = [O] extends [never] ? true : [O] extends [readonly (infer A)[]]
  ? [N] extends [readonly (infer B)[]] ? Readable<A, B> : false
  : [O] extends [object]
    ? keyof O extends keyof N
      ? { [K in keyof O]-?: Readable<NonNullable<O[K]>, NonNullable<N[K & keyof N]>> }[keyof O] extends true ? true : false
      : false
    : true;
type Request<T> = T extends { parameters: infer P } ? { parameters: P; requestBody: T extends { requestBody?: infer R } ? R : never } : never;
type Operation<O, N> = [
  Fits<Request<O>, Request<N>>, Known<Query<O>, Query<N>>, Known<Fields<O>, Fields<N>>,
  Fits<Success<N>, Success<O>>, Known<Success<O>, Success<N>>,
  Fits<Responses<N, O>, Responses<O, N>>, Readable<Responses<O, N>, Responses<N, O>>,
] extends true[] ? true : false;
export type Compiles<O, OP, N, NP> = keyof OP extends keyof NP
  ? { [K in keyof O]: K extends keyof N ? Operation<O[K], N[K]> : false }[keyof O] extends true ? true : false
  : false;
`;

/** Returns which of the documents break code written against the base's types. */
export async function brokenTypes(base: JsonObject, documents: readonly JsonObject[]): Promise<boolean[]> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "types-"));
  try {
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    write("base.ts", await typesSource(withoutTexts(base), "the proof"));
    write("probe.ts", probe);
    for (const [index, document] of documents.entries()) {
      write(`m${index}.ts`, await typesSource(withoutTexts(document), "the proof"));
    }
    write("all.ts", allProbes(documents.length));
    write(
      "tsconfig.json",
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          module: "esnext",
          moduleResolution: "bundler",
          allowImportingTsExtensions: true,
          types: [],
        },
        include: ["all.ts"],
      }),
    );
    return failingLines(await compile(folder), documents.length);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes one line per document, so that the compiler's line numbers identify them. */
function allProbes(count: number): string {
  const lines = Array.from(
    { length: count },
    (_, index) =>
      `export const c${index}: Compiles<B.operations, B.paths, import("./m${index}.ts").operations, import("./m${index}.ts").paths> = true;`,
  );
  return `${lines.join("\n")}\nimport type * as B from "./base.ts";\nimport type { Compiles } from "./probe.ts";\n`;
}

async function compile(folder: string): Promise<string> {
  const { exitCode, stdout } = await runProcess(process.execPath, [tsc, "-p", folder], { cwd: folder });
  if (exitCode === null) throw new Error("The compiler did not finish.");
  return stdout;
}

function failingLines(output: string, count: number): boolean[] {
  const failing = new Set([...output.matchAll(/^all\.ts\((\d+),/gm)].map((match) => Number(match[1])));
  const elsewhere = output.split("\n").filter((line) => /error TS/.test(line) && !line.startsWith("all.ts("));
  if (elsewhere.length > 0) throw new Error(`the types of the proof do not compile: ${elsewhere[0]}`);
  return Array.from({ length: count }, (_, index) => failing.has(index + 1));
}

/** Removes descriptions and examples, which are most of the text and not part of the types. */
function withoutTexts(document: JsonObject): object {
  const text = JSON.stringify(document, (key, value) =>
    (key === "description" || key === "summary") && typeof value === "string" ? undefined : value,
  );
  return JSON.parse(text);
}
