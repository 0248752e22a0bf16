import { isDeepStrictEqual } from "node:util";
import type { Computer } from "@compute-host/types";
import type { ApiSpec } from "../spec/api-spec.ts";
import { caseBuilder } from "./case-builder.ts";
import { freshName, getComputer, updateComputer } from "./computer-calls.ts";
import { pick, wants } from "./computer-facts.ts";
import { type CaseContext, type ContractCase, verify } from "./contract-case.ts";
import { listComputers } from "./list-computers.ts";
import { keepsRecord } from "./update-computer.ts";

const hostCase = caseBuilder("updateComputer");
const lastingCase = caseBuilder("updateComputer", ["isDisposable"]);

const wantsHost = wants("computer with a host", hasHost);
const wantsNoHost = wants("computer without a host", hasNoHost);

/** A host can be linked once, to one computer of an owner. */
export function hostLinkCases(_spec: ApiSpec): ContractCase[] {
  return [
    hostCase("takes the host that is already set, in either letter case", wantsHost, keepsItsHost),
    hostCase("refuses another host than the one already set", wantsHost, async (context) => {
      const computer = pick(context.survey, hasHost);
      await keepsRecord(context, computer, async () => {
        await updateComputer(context, computer.id, { hostId: crypto.randomUUID() }, 409);
      });
    }),
    hostCase("changes no name either when the host is refused", wantsHost, async (context) => {
      const computer = pick(context.survey, hasHost);
      await keepsRecord(context, computer, async () => {
        await updateComputer(context, computer.id, { name: freshName(), hostId: crypto.randomUUID() }, 409);
      });
    }),
    hostCase(
      "refuses a host that another computer has",
      (survey) => wantsHost(survey) ?? wantsNoHost(survey),
      refusesTakenHost,
    ),
    lastingCase("links a host, by which the list then finds the computer", wantsNoHost, linksHost),
  ];
}

async function keepsItsHost(context: CaseContext): Promise<void> {
  const { id, hostId = "" } = pick(context.survey, hasHost);
  const before = await getComputer(context, id);
  for (const spelling of [hostId, hostId.toUpperCase(), hostId.toLowerCase()]) {
    const { json } = await updateComputer(context, id, { hostId: spelling }, 200);
    const isSame = (json as Computer).hostId?.toLowerCase() === before.hostId?.toLowerCase();
    verify("decided_behaviour", isSame, `the host is ${(json as Computer).hostId}`);
  }
}

async function refusesTakenHost(context: CaseContext): Promise<void> {
  const { hostId = "" } = pick(context.survey, hasHost);
  const computer = pick(context.survey, hasNoHost);
  await keepsRecord(context, computer, async () => {
    // An earlier case may have linked this computer: then the host is refused as another one, with 409 too.
    for (const spelling of [hostId, hostId.toUpperCase()]) {
      await updateComputer(context, computer.id, { hostId: spelling }, 409);
    }
  });
}

async function linksHost(context: CaseContext): Promise<void> {
  // The last one: cases before this one use the first.
  const { id } = pick({ computers: context.survey.computers.toReversed() }, hasNoHost);
  const hostId = crypto.randomUUID();
  await updateComputer(context, id, { hostId }, 200);
  const linked = await getComputer(context, id);
  verify("decided_behaviour", linked.hostId === hostId, `the host is ${linked.hostId}, not ${hostId}`);
  const found = await listComputers(context, [["hostId", hostId.toUpperCase()]]);
  verify(
    "decided_behaviour",
    isDeepStrictEqual(
      found.map((one) => one.id),
      [id],
    ),
    "the list does not find it",
  );
  await updateComputer(context, id, { hostId: crypto.randomUUID() }, 409);
}

function hasHost(computer: Computer): boolean {
  return computer.hostId !== undefined;
}

function hasNoHost(computer: Computer): boolean {
  return !hasHost(computer);
}
