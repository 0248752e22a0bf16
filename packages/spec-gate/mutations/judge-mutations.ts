import { fileURLToPath } from "node:url";
import { judge } from "../src/compare/judge.ts";
import { linkApiDocument } from "../src/document/api-document.ts";
import { readSourceFile } from "../src/document/source-file.ts";
import type { JsonObject } from "../src/json-value.ts";
import { allMutations } from "./all.ts";
import type { Mutation } from "./mutation.ts";

/** A mutation with the gate's verdict. */
export interface Verdict {
  readonly mutation: Mutation;
  /** Whether the gate called it breaking. */
  readonly isAlarm: boolean;
}

/** Applies each mutation to the spec and runs the gate on it. */
export function judgeMutations(): Verdict[] {
  const source = readSourceFile(fileURLToPath(new URL("../../../spec/openapi.yaml", import.meta.url)));
  const base = linkApiDocument(source);
  const text = JSON.stringify(source.value);
  return allMutations(source.value as JsonObject).map((mutation) => {
    const value = JSON.parse(text) as JsonObject;
    mutation.apply(value);
    return { mutation, isAlarm: judge(base, linkApiDocument({ ...source, value })).impact === "major" };
  });
}
