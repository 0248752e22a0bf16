import type { CaseContext, ContractCase } from "../../contract-case.ts";
import { getComputer, listComputers, withSteps } from "../calls.ts";
import { findComputer, sampleOf } from "../find-computers.ts";
import { anyComputer } from "../kinds.ts";
import { caseBuilder, type OperationCases } from "../operation-cases.ts";
import { type RecordRule, recordRules, verifyRule } from "../records/record-rules.ts";

const getCase = caseBuilder("getComputer", "records", { onlyReads: true });

const recordCases: ContractCase[] = Object.entries(recordRules).map(([behaviour, rule]) =>
  getCase(`returns a record that ${behaviour}`, (context) => checkRecords(context, behaviour, rule), {
    rules: rule.rules,
  }),
);

/** The rules for a record. */
export const getComputerCases: OperationCases<"getComputer"> = {
  behaviour: [
    getCase("finds a computer by its percent-encoded ID", findsByEncodedId, {
      rules: ["ComputerId#1", "ComputerId", "getComputer"],
    }),
    getCase("does not find a computer by a similar ID", findsNoNeighbour, { rules: ["ComputerId#1"] }),
    ...recordCases,
  ],
  query: {},
  body: {},
};

async function checkRecords(context: CaseContext, behaviour: string, rule: RecordRule): Promise<void> {
  await findComputer(context, anyComputer, "read");
  for (const { id } of sampleOf(context, await listComputers(context, withSteps))) {
    verifyRule(await getComputer(context, id), behaviour, rule);
  }
}

async function findsByEncodedId(context: CaseContext): Promise<void> {
  const { id } = await findComputer(context, anyComputer, "read");
  const operation = context.api.operation("getComputer");
  const encoded = [...Buffer.from(id)].map((byte) => `%${byte.toString(16).padStart(2, "0").toUpperCase()}`);
  for (const segment of [
    encoded.join(""),
    encoded.join("").toLowerCase(),
    encodeURIComponent(id).replace("_", "%5F"),
  ]) {
    const rawPath = operation.path.replace("{computerId}", segment);
    await context.send({ operation, rawPath }, { status: 200 });
  }
}

async function findsNoNeighbour(context: CaseContext): Promise<void> {
  const { id } = await findComputer(context, anyComputer, "read");
  const own = new Set((await listComputers(context)).map((computer) => computer.id));
  const middle = Math.floor(id.length / 2);
  const [first, half, rest] = [id.slice(0, -1), id.slice(0, middle), id.slice(middle + 1)];
  const neighbours = [
    id.toUpperCase(),
    id.toLowerCase(),
    ` ${id}`,
    `x${id}`,
    `"${id}"`,
    `{${id}}`,
    `${id},${id}`,
    ...[" ", "\n", "\0", "x", ".json", ";a=b", "?", "#", "/", "%", "*", "' or '1'='1"].map((end) => id + end),
    first,
    id.slice(1),
    `${first}_`,
    `${first}%`,
    `${half}%`,
    `${half}*`,
    `${half}.${rest}`,
    `${half}_${rest}`,
    `${half}%2D${id.slice(middle)}`,
    `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`,
    id.replace("_", "%5F"),
    "*",
    "%",
    "_",
  ].filter((one) => !["", ".", ".."].includes(one) && !own.has(one));
  const operation = context.api.operation("getComputer");
  for (const computerId of neighbours) {
    // Servers and proxies refuse an encoded slash, NUL or line break themselves.
    const mayBeIntercepted = /[/\\\0\n]/.test(computerId);
    await context.send({ operation, path: { computerId } }, { status: [404, 400], mayBeIntercepted });
  }
}
