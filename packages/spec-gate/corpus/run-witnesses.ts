import type { ApiDocument } from "../src/document/api-document.ts";
import type { Evidence, Witness } from "../src/rules/changes/change.ts";
import { findingsBetween } from "../src/rules/changes/finding.ts";
import { judge } from "../src/rules/changes/judge.ts";
import { WitnessSearch } from "../src/witness/witness-search.ts";

/** The evidence for the breaking changes between two versions. */
export async function evidenceBetween(base: ApiDocument, revision: ApiDocument): Promise<Evidence[]> {
  const { changes } = judge(base, revision, new WitnessSearch(base, revision).evidenceOf);
  return changes.flatMap(({ evidence }) => evidence ?? []);
}

/** The witnesses that the search finds when it takes every change for a breaking one. */
export async function witnessesBetween(base: ApiDocument, revision: ApiDocument): Promise<Witness[]> {
  const search = new WitnessSearch(base, revision);
  const findings = findingsBetween(base, revision).flatMap(({ nearest }) => nearest);
  return findings.flatMap((finding) => search.witnessOf(finding) ?? []);
}
