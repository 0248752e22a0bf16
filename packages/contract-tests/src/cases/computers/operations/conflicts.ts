import { type CaseContext, type ContractCase, verify } from "../../contract-case.ts";
import { listComputers } from "../calls.ts";
import { refuseUpdate } from "../changing.ts";
import { findComputer, findIfAny } from "../find-computers.ts";
import { hasUsualName, settled, settledWithHost, settledWithoutHost } from "../kinds.ts";
import { caseBuilder } from "../operation-cases.ts";

const conflictCase = caseBuilder("updateComputer", "responses");

/** The rules that let clients distinguish conflicts. */
export const conflictCases: readonly ContractCase[] = [
  conflictCase("uses a distinct problem type for each refusal", tellsApart, {
    rules: ["Problem.type#1"],
    needs: ["writesOwnProblems"],
  }),
];

async function tellsApart(context: CaseContext): Promise<void> {
  const all = await listComputers(context);
  const types = new Map<string, unknown>();
  const refused = async (kind: string, id: string, body: Readonly<Record<string, string>>) => {
    types.set(kind, (await refuseUpdate(context, id, body, 409)).type);
  };
  const computer = await findComputer(context, settled, "change");
  const other = all.find((one) => one.id !== computer.id && hasUsualName(one));
  if (other) await refused("name taken", computer.id, { name: other.name });
  const linked = await findIfAny(context, settledWithHost, "change");
  if (linked) await refused("host already set", linked.id, { hostId: crypto.randomUUID() });
  const bare = await findIfAny(context, settledWithoutHost, "change");
  const host = all.find(({ hostId }) => hostId !== undefined)?.hostId;
  if (bare && host) await refused("host taken", bare.id, { hostId: host });
  const invalid = await refuseUpdate(context, computer.id, { unknown: "x" } as never, 400);
  types.set("invalid request", invalid.type);
  verifyDistinct(types);
}

/** Fails if two kinds of refusal have the same problem type. */
export function verifyDistinct(types: ReadonlyMap<string, unknown>): void {
  const shown = [...types].map(([kind, type]) => `${kind}: ${type}`).join(", ");
  verify(
    new Set(types.values()).size === types.size,
    "Problem.type#1",
    `two kinds of refusal share a type: ${shown}`,
  );
}
