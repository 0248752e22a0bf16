import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rulesOf } from "@compute-host/openapi";
import { expect, test } from "vitest";
import { killersIn, matrixOf, readMatrix } from "../mutants/matrix.ts";
import { recordKillers } from "../mutants/record-killers.ts";
import { faultOf, forEach } from "../mutants/run-on-host.ts";
import { placeOf, shownGaps } from "../mutants/shown-gaps.ts";
import { type Bug, bugs } from "../reference/bugs/bugs.ts";
import { loadApi } from "../src/openapi/load-api.ts";

const api = loadApi();
// After a change of rules, cases or bugs: `pnpm --filter @compute-host/contract-tests mutants --record`.
const rules = [...api.rules.values()];
const matrix = readMatrix();
const killers = killersIn(matrix);
const specFile = fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml"));
const specText = readFileSync(specFile, "utf8");

test("every decision in the spec is a rule, and no two rules share an ID", () => {
  const decisions = rules.filter(({ id }) => id.includes("#"));
  expect(decisions.length).toBe(specText.split("**Decision:**").length - 1);
  expect(new Set(rulesOf(api.document).map(({ id }) => id)).size).toBe(rulesOf(api.document).length);
});

test("each rule has a case, and a bug that the case notices", () => {
  expect(shownGaps(api, matrixOf(api, killers))).toEqual([]);
});

test("the committed matrix has today's rules, cases and bugs", () => {
  expect(matrix).toEqual(matrixOf(api, killers));
});

test("the case that the matrix names notices each bug of the reference, and names a rule that it breaks", async () => {
  const faults: (string | undefined)[] = [];
  await forEach(bugs, async (bug) => void faults.push(await faultOf(killers[bug.id] ?? "", bug)));
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
});

/** Returns a bug as if it were about another rule. */
function misplaced(id: Bug["id"], rule: Bug["rule"]): Bug {
  return { ...(bugs.find((bug) => bug.id === id) as Bug), rule };
}

test("recording reports a bug whose rule no case names, as it is a fault here", async () => {
  const bug = misplaced("query-name-case-ignored", "listComputers#1");
  const fault = await faultOf(killers[bug.id] ?? "", bug);
  expect(fault).toContain(`${bug.id} names listComputers#2 first, not listComputers#1`);
  expect(await recordKillers([bug], killers)).toEqual({ killers, faults: [fault] });
});

test("recording prefers a case of the bug's rule to a recorded one that names another rule of the bug", async () => {
  const bug = misplaced("blank-host-filter-ignored", "listComputers#2");
  expect(await faultOf(killers[bug.id] ?? "", bug)).toBeUndefined();
  const found = { ...killers, [bug.id]: "listComputers refuses hostId given twice" };
  expect(await recordKillers([bug], killers)).toEqual({ killers: found, faults: [] });
});

test("a rule without a case, a missing case and a bug that survives are named with the line of their rule", () => {
  const { "listComputers#2": row } = matrix;
  const first = Object.keys(row?.bugs ?? {})[0] ?? "";
  const line = placeOf(api, "listComputers#2");
  expect(line).toMatch(/yaml:\d+$/);
  const gaps = (change: object) =>
    shownGaps(api, { ...matrix, "listComputers#2": { ...row, ...change } as never });
  expect(gaps({ cases: undefined })).toEqual([`${line}: listComputers#2: no case has it in \`rules\``]);
  expect(gaps({ bugs: undefined })).toContain(`${line}: listComputers#2: no bug in reference/bugs breaks it`);
  const survived = `${line}: listComputers#2: no case is known to notice the bug ${first}`;
  expect(gaps({ bugs: { ...row?.bugs, [first]: null } })).toEqual([survived]);
  const forgotten = matrixOf(api, { ...killers, [first]: "a title that is gone" });
  expect(shownGaps(api, forgotten)).toEqual([survived]);
});
