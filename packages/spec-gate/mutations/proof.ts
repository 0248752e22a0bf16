import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { judge } from "../src/compare/judge.ts";
import { type ApiDocument, linkApiDocument } from "../src/document/api-document.ts";
import { readSourceFile } from "../src/document/source-file.ts";
import type { JsonObject } from "../src/json-value.ts";
import { allMutations } from "./all.ts";
import { observe } from "./contract-gate.ts";
import type { Mutation } from "./mutation.ts";
import { brokenTypes } from "./type-gate.ts";

/** The result of one mutation. */
export interface Outcome {
  readonly mutation: Mutation;
  /** Whether the gate called it breaking. */
  readonly isAlarm: boolean;
  readonly diffMs: number;
  /** Whether the client's types and the contract tests notice it too; only checked for breaking mutations. */
  readonly types: boolean;
  readonly contract: boolean;
}

/** Applies every mutation to the spec and runs the gate on it, and for breaking ones the other gates as well. */
export async function proof(): Promise<Outcome[]> {
  const source = readSourceFile(fileURLToPath(new URL("../../../spec/openapi.yaml", import.meta.url)));
  const raw = source.value as JsonObject;
  const base = linkApiDocument(source);
  const usual = observe(base, base);
  const judged = allMutations(raw).map((mutation) => {
    const value = structuredClone(raw);
    mutation.apply(value);
    const revision = linkApiDocument({ ...source, value });
    const start = performance.now();
    const isAlarm = judge(base, revision).impact === "major";
    return { mutation, value, revision, isAlarm, diffMs: performance.now() - start };
  });
  const breaking = judged.filter(({ mutation }) => mutation.isBreaking);
  const types = await brokenTypes(
    raw,
    breaking.map(({ value }) => value),
  );
  const isNoticed = (revision: ApiDocument) => !isDeepStrictEqual(observe(revision, base), usual);
  return judged.map(({ mutation, revision, isAlarm, diffMs }) => ({
    ...{ mutation, isAlarm, diffMs },
    types: mutation.isBreaking && types[breaking.findIndex((each) => each.mutation === mutation)] === true,
    contract: mutation.isBreaking && isNoticed(revision),
  }));
}
