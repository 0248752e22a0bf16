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

/** A mutation with the gate's verdict. */
export interface Verdict {
  readonly mutation: Mutation;
  /** The description after the mutation. */
  readonly revision: ApiDocument;
  /** Whether the gate called it breaking. */
  readonly isAlarm: boolean;
  readonly diffMs: number;
}

/** A verdict, and what the other gates say. */
export interface Outcome extends Verdict {
  /** Whether the client's types and the contract tests notice it too; only checked for breaking mutations. */
  readonly types: boolean;
  readonly contract: boolean;
}

/** Applies mutations to the spec and runs the gate on each. */
export function verdicts(isChosen: (index: number) => boolean = () => true): Verdict[] {
  const { source, raw, base } = readSpec();
  const text = JSON.stringify(raw);
  const chosen = allMutations(raw).filter((_, index) => isChosen(index));
  return chosen.map((mutation) => {
    const value = JSON.parse(text) as JsonObject;
    mutation.apply(value);
    const revision = linkApiDocument({ ...source, value });
    const start = performance.now();
    const isAlarm = judge(base, revision).impact === "major";
    return { mutation, revision, isAlarm, diffMs: performance.now() - start };
  });
}

/** Runs the other gates on the mutations that break, too. */
export async function proof(): Promise<Outcome[]> {
  const { raw, base } = readSpec();
  const usual = observe(base, base);
  const judged = verdicts();
  const breaking = judged.filter(({ mutation }) => mutation.isBreaking);
  const types = await brokenTypes(
    raw,
    breaking.map(({ revision }) => revision.raw),
  );
  const isNoticed = (revision: ApiDocument) => !isDeepStrictEqual(observe(revision, base), usual);
  return judged.map((verdict) => ({
    ...verdict,
    types: verdict.mutation.isBreaking && types[breaking.indexOf(verdict)] === true,
    contract: verdict.mutation.isBreaking && isNoticed(verdict.revision),
  }));
}

function readSpec() {
  const source = readSourceFile(fileURLToPath(new URL("../../../spec/openapi.yaml", import.meta.url)));
  return { source, raw: source.value as JsonObject, base: linkApiDocument(source) };
}
