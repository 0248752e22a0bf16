import type { Computer } from "@compute-host/types";
import type { Authorization } from "../../../http/carried-credentials.ts";
import { type CaseContext, type ContractCase, LeftOutError, verify } from "../../contract-case.ts";
import { idsOf, listComputers, otherOwner, sendUpdate, withSteps } from "../calls.ts";
import { freshName, restoring, updateComputer } from "../changing.ts";
import { findComputer, sampleOf } from "../find-computers.ts";
import { hasUsualName, settled, withHost, withoutHost } from "../kinds.ts";
import { caseBuilder } from "../operation-cases.ts";

const needs = ["hasOtherOwner"] as const;
const list = caseBuilder("listComputers", "owners", { onlyReads: true });
const update = caseBuilder("updateComputer", "owners");

/** The rule that an owner neither sees nor changes another owner's computers. */
export const ownerCases: readonly ContractCase[] = [
  list("lists no other owner's computers, with or without hostId", listsNothingForeign, {
    rules: ["listComputers#1", "authentication#1"],
    needs,
  }),
  update("accepts a name that only another owner's computer has", sharesNames, {
    rules: ["Computer.name#1", "ComputerUpdate.name#1", "updateComputer.409#1"],
    needs,
  }),
  update("accepts a host that only another owner's computer has", sharesHosts, {
    rules: ["ComputerUpdate.hostId#1", "updateComputer.409#1"],
    needs: [...needs, "isDisposable"],
  }),
];

async function listsNothingForeign(context: CaseContext): Promise<void> {
  const own = await listComputers(context);
  const theirs = await listComputers(context, withSteps, otherOwner(context));
  const ids = new Set(own.map(({ id }) => id));
  const both = theirs.filter(({ id }) => ids.has(id));
  verify(both.length === 0, "listComputers#1", `both owners list ${idsOf(both)}`);
  const verifyHidden = async (hidden: readonly Computer[], authorization?: Authorization) => {
    for (const { hostId = "" } of sampleOf(context, hidden).filter(withHost.matches)) {
      // The same host may be linked to a computer of each owner.
      const byHost = await listComputers(context, [["hostId", hostId]], authorization);
      const leaked = byHost.filter((one) => hidden.some(({ id }) => id === one.id));
      verify(
        leaked.length === 0,
        "listComputers#1",
        `hostId=${hostId} finds ${idsOf(leaked)} of another owner`,
      );
    }
  };
  await verifyHidden(own, otherOwner(context));
  await verifyHidden(theirs);
  if (own.length === 0 && theirs.length === 0) throw new LeftOutError("Neither owner has a computer");
}

async function sharesNames(context: CaseContext): Promise<void> {
  const own = await listComputers(context);
  const theirs = await listComputers(context, [], otherOwner(context));
  const isFree = (one: Computer) => hasUsualName(one) && own.every(({ name }) => name !== one.name);
  const free = sampleOf(context, theirs.filter(isFree));
  if (free.length === 0) throw new LeftOutError("The other owner has no computer with a name of its own");
  const computer = await findComputer(context, settled, "change");
  await restoring(context, [computer], async () => {
    for (const { name } of free) {
      await updateComputer(context, computer.id, { name });
      await sendUpdate(context, computer.id, { name: freshName() }, 200);
    }
  });
}

async function sharesHosts(context: CaseContext): Promise<void> {
  const own = await listComputers(context);
  const theirs = (await listComputers(context, [], otherOwner(context))).filter(withHost.matches);
  const hosts = new Set(own.map(({ hostId }) => hostId?.toLowerCase()));
  const [free] = theirs.filter(({ hostId }) => !hosts.has(hostId?.toLowerCase()));
  if (!free?.hostId) throw new LeftOutError("The other owner has no computer with a host of its own");
  const computer = await findComputer(context, withoutHost, "changeForGood");
  await updateComputer(context, computer.id, { hostId: free.hostId });
}
