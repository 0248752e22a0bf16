import { afterAll, beforeAll, expect, test } from "vitest";
import { allCases } from "../src/cases/all-cases.ts";
import { clientCalls, errorGuards } from "../src/cases/client-calls.ts";
import { planCases, runCases } from "../src/cases/plan.ts";
import { checkNames } from "../src/conformance/check-names.ts";
import { responseChecks } from "../src/conformance/response-checks.ts";
import { findGaps } from "../src/report/find-gaps.ts";
import { createLedger } from "../src/report/ledger.ts";
import { createApiSpec } from "../src/spec/api-spec.ts";
import { loadSpecDocument, locate, type SpecDocument } from "../src/spec/spec-document.ts";
import { startPrismTarget } from "../src/targets/prism-target.ts";

const document = await loadSpecDocument();
const spec = createApiSpec(document);
const ledger = createLedger();
const target = await startPrismTarget(document);

beforeAll(async () => {
  const survey = { computers: [] };
  const { runnable } = planCases(allCases(spec), target, survey);
  await runCases(runnable, { target, spec, survey, ledger });
});

afterAll(() => target.close());

test("the suite leaves out no operation, response, example or request of the spec", () => {
  expect(findGaps(spec, ledger.entries)).toEqual([]);
});

const list = "/paths/~1api~1v0~1computers";
const problem = "/components/responses/Unauthenticated";

const planted: [what: string, gap: string, plant: (document: SpecDocument) => void][] = [
  [
    "an operation",
    "deleteComputer",
    (copy) => {
      locate(copy, list).value.delete = { operationId: "deleteComputer", responses: {} };
    },
  ],
  [
    "a response",
    "listComputers 418",
    (copy) => {
      locate(copy, `${list}/get/responses`).value["418"] = { $ref: `#${problem}` };
    },
  ],
  [
    "an example",
    "getComputer 200 sleeping",
    (copy) => {
      const path =
        "/paths/~1api~1v0~1computers~1{computerId}/get/responses/200/content/application~1json/examples";
      locate(copy, path).value.sleeping = { value: {} };
    },
  ],
  [
    "an example in a response that operations share",
    "retryInstallDeps 401 expired",
    (copy) => {
      locate(copy, `${problem}/content/application~1problem+json/examples`).value.expired = { value: {} };
    },
  ],
  [
    "an example of a request",
    "updateComputer request renameAgain",
    (copy) => {
      const path =
        "/paths/~1api~1v0~1computers~1{computerId}/patch/requestBody/content/application~1json/examples";
      locate(copy, path).value.renameAgain = { value: {} };
    },
  ],
];

test.each(planted)(
  "the same run would leave out %s that is planted in a copy of the spec",
  (_what, gap, plant) => {
    const copy = structuredClone(document);
    plant(copy);
    expect(findGaps(createApiSpec(copy), ledger.entries)).toContain(gap);
  },
);

test("every check is made by a case or on every answer", () => {
  const made = new Set([...Object.keys(responseChecks), ...allCases(spec).flatMap((one) => one.checks)]);
  expect([...made].toSorted()).toEqual(checkNames.toSorted());
});

test("no two cases have the same title", () => {
  const titles = allCases(spec).map((one) => one.title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

test("the client has a method for every operation, and a class for every error status", () => {
  const statuses = spec.operations.flatMap(({ responses }) => responses.map(({ status }) => status));
  const errors = new Set(statuses.filter((status) => status === "default" || Number(status) >= 400));
  expect(Object.keys(errorGuards).toSorted()).toEqual([...errors].toSorted());
  const operationIds = spec.operations.map((operation) => operation.operationId);
  expect(Object.keys(clientCalls).toSorted()).toEqual(operationIds.toSorted());
});
