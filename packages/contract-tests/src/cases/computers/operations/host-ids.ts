import type { Computer } from "@compute-host/types";
import { neighbourOf, uuidsOfEachKind } from "../../../data/uuids.ts";
import { type CaseContext, verify } from "../../contract-case.ts";
import { getComputer, idsOf, listComputers, sendUpdate } from "../calls.ts";
import { changing, freshName, refuseUpdate, restoring, updateComputer } from "../changing.ts";
import { findComputer, findIfAny, sampleOf, usableComputers } from "../find-computers.ts";
import { inStatus, settledWithHost, settledWithoutHost, withHost } from "../kinds.ts";
import { type Cases, caseBuilder } from "../operation-cases.ts";

const hostCase = caseBuilder("updateComputer", "hosts");

/** The rules for hosts: each can be linked once, to one computer per owner. */
export const hostIdCases: Cases = [
  hostCase("accepts the host that is already set, in either letter case", keepsItsHost, {
    rules: ["ComputerUpdate.hostId#1", "ComputerUpdate.hostId", "updateComputer.409#1"],
  }),
  hostCase("refuses a host other than the one already set", changing(settledWithHost, refusesAnotherHost), {
    rules: [
      "updateComputer#1",
      "Computer.hostId#1",
      "ComputerUpdate.hostId#1",
      "updateComputer.409",
      "updateComputer.409#1",
    ],
  }),
  hostCase("refuses a host that another computer has", refusesTakenHost, {
    rules: [
      "updateComputer#1",
      "ComputerUpdate.hostId#1",
      "ComputerUpdate.hostId",
      "updateComputer.409",
      "updateComputer.409#1",
    ],
  }),
  hostCase("links a host, and the list then finds the computer by it", linksHost, {
    rules: [
      "ComputerUpdate.hostId#1",
      "Computer.hostId#1",
      "ComputerUpdate.hostId",
      "listComputers.hostId#1",
    ],
    needs: ["isDisposable"],
  }),
];

async function keepsItsHost(context: CaseContext): Promise<void> {
  const { id, hostId = "" } = await findComputer(context, settledWithHost, "change");
  const computer = await getComputer(context, id);
  await restoring(context, [computer], async () => {
    for (const spelling of [hostId, hostId.toUpperCase(), hostId.toLowerCase()]) {
      await updateComputer(context, id, { hostId: spelling });
      await updateComputer(context, id, { hostId: spelling, name: freshName() });
      if (computer.remoteUser !== undefined) {
        await updateComputer(context, id, { remoteUser: freshName(), hostId: spelling });
      }
    }
  });
}

async function refusesAnotherHost(context: CaseContext, { id, hostId = "" }: Computer): Promise<void> {
  for (const other of [crypto.randomUUID(), neighbourOf(hostId)]) {
    await refuseUpdate(context, id, { hostId: other }, 409);
    await refuseUpdate(context, id, { hostId: other, name: freshName() }, 409);
    await refuseUpdate(context, id, { remoteUser: "contract", hostId: other }, 409);
  }
  const wanted = { status: 409, rule: "ComputerUpdate.hostId" } as const;
  for (const other of uuidsOfEachKind) await sendUpdate(context, id, { hostId: other }, wanted);
  await updateComputer(context, id, { hostId });
}

async function refusesTakenHost(context: CaseContext): Promise<void> {
  const { hostId = "" } = await findComputer(context, withHost, "read");
  const computer = await findComputer(context, settledWithoutHost, "change");
  await restoring(context, [computer], async () => {
    for (const spelling of [hostId, hostId.toUpperCase(), hostId.toLowerCase()]) {
      await refuseUpdate(context, computer.id, { hostId: spelling }, 409);
      await refuseUpdate(context, computer.id, { hostId: spelling, name: freshName() }, 409);
    }
  });
}

/** Prefers a computer in error: a filter may overlook those that are not active. */
async function linksHost(context: CaseContext): Promise<void> {
  const failed = await findIfAny(context, inStatus("error", settledWithoutHost), "changeForGood");
  const computer = failed ?? (await findComputer(context, settledWithoutHost, "changeForGood"));
  await restoring(context, [computer], async () => {
    const hostId = crypto.randomUUID();
    // A service may remember that no computer has it.
    await listComputers(context, [["hostId", hostId]]);
    await updateComputer(context, computer.id, { hostId, name: freshName() });
    for (const spelling of [hostId, hostId.toUpperCase()]) {
      const found = await listComputers(context, [["hostId", spelling]]);
      verify(
        idsOf(found) === computer.id,
        "listComputers.hostId#1",
        `hostId=${spelling} finds ${idsOf(found)}`,
      );
      await updateComputer(context, computer.id, { hostId: spelling });
    }
    await refuseUpdate(context, computer.id, { hostId: crypto.randomUUID() }, 409);
    await refuseOnOthers(context, computer, hostId);
    await updateComputer(context, computer.id, { name: freshName() });
    await sendUpdate(context, computer.id, {}, 200);
  });
}

/** A newly linked host is taken immediately, and no other update can take it away. */
async function refuseOnOthers(context: CaseContext, holder: Computer, hostId: string): Promise<void> {
  const usable = await usableComputers(context, "changeForGood");
  const others = usable.filter(({ id }) => id !== holder.id);
  for (const { id } of sampleOf(context, others))
    await refuseUpdate(context, id, { hostId: hostId.toUpperCase() }, 409);
}
