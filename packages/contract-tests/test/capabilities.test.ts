import { afterAll, expect, test } from "vitest";
import { allCases } from "../src/cases/all-cases.ts";
import type { ContractCase } from "../src/cases/contract-case.ts";
import { runCases } from "../src/cases/plan.ts";
import { createLedger } from "../src/report/ledger.ts";
import { createApiSpec } from "../src/spec/api-spec.ts";
import { loadSpecDocument } from "../src/spec/spec-document.ts";
import { type Capability, capabilities, prismLacks } from "../src/targets/capabilities.ts";
import { startPrismTarget } from "../src/targets/prism-target.ts";
import { sampleComputers } from "../src/targets/sample-computers.ts";

const document = await loadSpecDocument();
const spec = createApiSpec(document);
// As if Prism had computers: what it lacks then shows in the cases themselves.
const survey = { computers: sampleComputers(document) };
// Prism never answers a malformed body: this is how long a case waits for that.
const target = { ...(await startPrismTarget(document)), timeoutMs: 1_000 };

afterAll(() => target.close());

/** The cases that are left out on Prism for this one reason. */
function casesLeftOutFor(capability: Capability): ContractCase[] {
  return allCases(spec).filter(
    ({ needs }) => needs.filter((need) => prismLacks[need] !== undefined).join() === capability,
  );
}

const lacked = capabilities.filter((capability) => prismLacks[capability] !== undefined);
const shown = lacked.filter((capability) => casesLeftOutFor(capability).length > 0);

test.each(shown)("Prism really lacks what it is said to lack: %s", async (capability) => {
  const setting = { target, spec, survey, ledger: createLedger() };
  const failures: unknown[] = [];
  for (const contractCase of casesLeftOutFor(capability)) {
    if (failures.length > 0) break;
    const outcomes = await runCases([contractCase], setting);
    failures.push(...outcomes.map(({ error }) => error).filter((error) => error !== undefined));
  }
  expect(failures).toHaveLength(1);
});

test("what cannot be shown that way follows from Prism's having no state", () => {
  expect(lacked.filter((capability) => !shown.includes(capability))).toEqual([
    "isDisposable",
    "hasOtherOwner",
  ]);
});
