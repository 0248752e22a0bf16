import { fileURLToPath } from "node:url";
import { readApi } from "@compute-host/openapi";
import { expect, test } from "vitest";
import { casesOf, readConformance, verdictOf } from "../src/decide/conformance.ts";
import { decisionProofs, statements } from "../src/decide/proofs.ts";
import { referencePage } from "../src/reference/reference-page.ts";

const api = await readApi(fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml")));
const { decisions } = referencePage(api);
const firstIds = [...new Map(decisions.toReversed().map(({ id, text }) => [text.text, id])).values()];
const conformance = readConformance();

test("every decision of the spec says which cases prove it, or why none can (src/decide/proofs.ts)", () => {
  expect(Object.keys(decisionProofs).toSorted()).toEqual(firstIds.toSorted());
});

test.each([
  ...statements.map(({ text, proof }) => [text, proof] as const),
  ...Object.entries(decisionProofs),
])("%s: every part of its proof finds a case", (_what, proof) => {
  for (const pattern of typeof proof === "string" ? [] : proof) {
    expect(
      casesOf(conformance, [pattern]).map(({ title }) => title),
      String(pattern),
    ).not.toEqual([]);
  }
});

test("each decision says what it is about", () => {
  const subjects = new Map(decisions.map(({ id, subject }) => [id, subject]));
  expect(subjects.get("authentication.decision")).toBe("Authentication");
  expect(subjects.get("updateComputer.decision")).toBe("Update a computer");
});

test("the service passes every case that concerns it, except those with a reason why they were left out", () => {
  const proofs = [...statements.map(({ proof }) => proof), ...Object.values(decisionProofs)];
  for (const proof of proofs) {
    const cases = casesOf(conformance, proof);
    if (cases.length === 0) continue;
    const { held, count, reasons } = verdictOf(cases, "service");
    expect(held, String(proof)).toBeGreaterThan(0);
    expect(held < count, String(proof)).toBe(reasons.length > 0);
  }
});
