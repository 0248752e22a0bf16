import { readFileSync } from "node:fs";
import { bugs } from "../reference/bugs/bugs.ts";
import { allCases } from "../src/cases/all-cases.ts";
import type { ContractApi } from "../src/openapi/contract-api.ts";
import type { RuleId } from "../src/openapi/rules.gen.ts";
import { quoted } from "../src/openapi/rules.ts";
import { unseenRules } from "./unseen-rules.ts";

/** A rule of the interface, and what guards it. */
export interface MatrixRow {
  /** Its beginning, so that a review sees which rule an ID means. */
  readonly text: string;
  /** Why no case can show that it is broken. */
  readonly unseen?: string;
  /** The titles of the cases that require it. */
  readonly cases?: readonly string[];
  /** The bugs of the reference that break it, each with the title of the case that notices it. */
  readonly bugs?: Readonly<Record<string, string | null>>;
}

/** The rows by rule, in the order of the description. */
export type Matrix = Readonly<Record<string, MatrixRow>>;

/** The case that notices each bug, by the bug's ID. */
export type Killers = Readonly<Record<string, string>>;

/** The committed matrix, which `pnpm --filter @compute-host/contract-tests mutants --record` writes. */
export const matrixFile = new URL("./matrix.gen.json", import.meta.url);

/** The largest share of rules that may be unseen. */
const maxUnseenShare = 0.1;

/** Reads the committed matrix. */
export function readMatrix(): Matrix {
  return JSON.parse(readFileSync(matrixFile, "utf8")) as Matrix;
}

/** Formats a matrix with one line for each rule, so that a review shows which rule lost its proof. */
export function writtenMatrix(matrix: Matrix): string {
  const lines = Object.entries(matrix).map((row) => row.map((part) => JSON.stringify(part)).join(": "));
  return `{\n${lines.join(",\n")}\n}\n`;
}

/** Returns the recorded killers. */
export function killersIn(matrix: Matrix): Killers {
  const all = Object.values(matrix).flatMap(({ bugs: killed = {} }) => Object.entries(killed));
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** Joins the description's rules, the cases and the bugs. */
export function matrixOf(api: ContractApi, killers: Killers): Matrix {
  const cases = allCases(api);
  const titles = new Set(cases.map(({ title }) => title));
  const rows = [...api.rules.values()].map(({ id, pointer }): [string, MatrixRow] => {
    const own = cases.filter(({ rules }) => rules.includes(id as RuleId)).map(({ title }) => title);
    const broken = bugs.filter(({ rule }) => rule === id).map((bug) => bug.id);
    const killed = broken.map((bug) => [bug, titles.has(killers[bug] ?? "") ? killers[bug] : null]);
    const unseen = unseenRules[id as RuleId];
    const row = {
      text: quoted(api, id as RuleId)?.text.slice(0, 80) ?? "",
      ...(unseen !== undefined && { unseen }),
      ...(own.length > 0 && { cases: own }),
      ...(killed.length > 0 && { bugs: Object.fromEntries(killed) }),
    };
    // A rule that only names a field has no row, because the field's schema checks it, unless a case or a bug is
    // about it.
    const isName = pointer.includes("/properties/") && !id.includes("#");
    return [isName && Object.keys(row).length === 1 ? "" : id, row];
  });
  return Object.fromEntries(rows.filter(([id]) => id !== ""));
}

/** A link that is missing, at a rule. */
export interface Gap {
  readonly rule: string;
  readonly message: string;
}

/** Finds the gaps in the chain of rule, case, bug, and the case that notices the bug. */
export function gapsOf(matrix: Matrix): Gap[] {
  const gaps = Object.entries(matrix).flatMap(([rule, row]) =>
    gapsIn(row).map((message) => ({ rule, message })),
  );
  const rules = Object.keys(matrix);
  const unseen = rules.filter((rule) => matrix[rule]?.unseen !== undefined);
  if (unseen.length <= rules.length * maxUnseenShare) return gaps;
  return [...gaps, { rule: unseen.at(-1) ?? "", message: `${unseen.length} of ${rules.length} are unseen` }];
}

function gapsIn({ unseen, cases = [], bugs: broken = {} }: MatrixRow): string[] {
  const isLinked = cases.length > 0 || Object.keys(broken).length > 0;
  if (unseen !== undefined) return isLinked ? ["has a case or a bug, but is listed as unseen"] : [];
  const survivors = Object.keys(broken).filter((bug) => broken[bug] === null);
  const isProved = Object.values(broken).some((killer) => killer !== null && cases.includes(killer));
  return [
    ...(cases.length === 0 ? ["no case has it in `rules`"] : []),
    ...(Object.keys(broken).length === 0 ? ["no bug in reference/bugs breaks it"] : []),
    ...survivors.map((bug) => `no case is known to notice the bug ${bug}`),
    ...(cases.length > 0 && !isProved ? ["none of its own cases notices one of its bugs"] : []),
  ];
}
