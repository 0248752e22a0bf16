import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rulesOf } from "@compute-host/openapi";
import { expect, test } from "vitest";
import { isNode, LineCounter, parseDocument } from "yaml";
import { gapsOf, killersIn, type Matrix, matrixOf, readMatrix } from "../mutants/matrix.ts";
import { forEach, noticedRule, rulesBrokenBy } from "../mutants/run-on-host.ts";
import { bugs } from "../reference/bugs/bugs.ts";
import { loadApi } from "../src/openapi/load-api.ts";

const api = loadApi();
// After a change of rules, cases or bugs: `pnpm --filter @compute-host/contract-tests mutants --record`.
const rules = [...api.rules.values()];
const matrix = readMatrix();
const killers = killersIn(matrix);
const lines = new LineCounter();
const specFile = fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml"));
const specText = readFileSync(specFile, "utf8");
const spec = parseDocument(specText, { lineCounter: lines });

/** The gaps of a matrix, each with the line of its rule. */
function shownGaps(of: Matrix): string[] {
  return gapsOf(of).map(({ rule, message }) => `${placeOf(rule)}: ${rule}: ${message}`);
}

function placeOf(rule: string): string {
  const keys = (api.rules.get(rule)?.pointer ?? "").split("/").slice(1);
  const node = spec.getIn(
    keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~")),
    true,
  );
  const start = isNode(node) ? node.range?.[0] : undefined;
  return start === undefined ? "spec/openapi.yaml" : `spec/openapi.yaml:${lines.linePos(start).line}`;
}

test("every decision in the spec is a rule, and no two rules share an ID", () => {
  const decisions = rules.filter(({ id }) => id.includes("#"));
  expect(decisions.length).toBe(specText.split("**Decision:**").length - 1);
  expect(new Set(rulesOf(api.document).map(({ id }) => id)).size).toBe(rulesOf(api.document).length);
});

test("each rule has a case, and a bug that the case notices", () => {
  expect(shownGaps(matrixOf(api, killers))).toEqual([]);
});

test("the committed matrix has today's rules, cases and bugs", () => {
  expect(matrix).toEqual(matrixOf(api, killers));
});

test("the case that the matrix names notices each bug of the reference, and names a rule that it breaks", async () => {
  const missed: string[] = [];
  const wrong: string[] = [];
  await forEach(bugs, async (bug) => {
    const rule = await noticedRule(killers[bug.id] ?? "", bug);
    const broken: readonly (string | undefined)[] = rulesBrokenBy(bug);
    if (rule === undefined) missed.push(bug.id);
    else if (!broken.includes(rule)) wrong.push(`${bug.id}: ${rule}, not ${broken.join(" or ")}`);
  });
  expect(missed).toEqual([]);
  expect(wrong).toEqual([]);
});

test("a rule without a case, a missing case and a bug that survives are named with the line of their rule", () => {
  const { "listComputers#2": row } = matrix;
  const first = Object.keys(row?.bugs ?? {})[0] ?? "";
  const line = placeOf("listComputers#2");
  expect(line).toMatch(/yaml:\d+$/);
  const gaps = (change: object) =>
    shownGaps({ ...matrix, "listComputers#2": { ...row, ...change } as never });
  expect(gaps({ cases: undefined })).toEqual([`${line}: listComputers#2: no case has it in \`rules\``]);
  expect(gaps({ bugs: undefined })).toContain(`${line}: listComputers#2: no bug in reference/bugs breaks it`);
  const survived = `${line}: listComputers#2: no case is known to notice the bug ${first}`;
  expect(gaps({ bugs: { ...row?.bugs, [first]: null } })).toEqual([survived]);
  const forgotten = matrixOf(api, { ...killers, [first]: "a title that is gone" });
  expect(shownGaps(forgotten)).toEqual([survived]);
});
