import { fileURLToPath } from "node:url";
import { readApi } from "@compute-host/openapi";
import { expect, test } from "vitest";
import { conformanceCases, describeVerdict, readConformance } from "../src/decide/conformance.ts";
import { type Proof, proofCell, rulesByDecision, statements } from "../src/decide/proofs.ts";
import { referencePage } from "../src/reference/reference-page.ts";

const api = await readApi(fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml")));
const { decisions } = referencePage(api);
const rules = rulesByDecision(api.document);
const conformance = readConformance();

const decided = decisions.map(
  ({ id, text }) => [id, proofCell(rules.get(text.text) ?? [], conformance.unseen)] as const,
);
const proofs = new Map<string, Proof>([
  ...statements.map(({ text, proof }) => [text, proof] as const),
  ...decided,
]);

test.each([...proofs])(
  "%s: a case proves each of its rules, or a sentence says why none can",
  (_what, proof) => {
    expect(proof).not.toEqual([]);
    for (const rule of typeof proof === "string" ? [] : proof) {
      expect(conformanceCases(conformance, [rule]).length, rule).toBeGreaterThan(0);
    }
  },
);

test("each decision says what it is about", () => {
  const subjects = new Map(decisions.map(({ id, subject }) => [id, subject]));
  expect(subjects.get("authentication.decision")).toBe("Authentication");
  expect(subjects.get("updateComputer.decision")).toBe("Update a computer");
});

const services = conformance.targets.filter((target) => target.startsWith("service on "));

test.each(services)(
  "the %s passes every case that concerns it, except those left out for a reason",
  (service) => {
    for (const proof of proofs.values()) {
      const cases = conformanceCases(conformance, proof);
      if (cases.length === 0) continue;
      const { held, count, reasons } = describeVerdict(cases, service);
      expect(held, String(proof)).toBeGreaterThan(0);
      expect(held < count, String(proof)).toBe(reasons.length > 0);
    }
  },
);
