import type { Computer, ComputerUpdate } from "@compute-host/types";
import { type CaseContext, type ContractCase, verify } from "../../contract-case.ts";
import {
  getComputer,
  idsOf,
  listComputers,
  otherOwner,
  type Query,
  sendUpdate,
  withSteps,
} from "../calls.ts";
import { changing, freshName, readEverywhere, restoring } from "../changing.ts";
import { findComputer, findComputers } from "../find-computers.ts";
import { anyComputer, hasUsualName, settled, withoutHost, withRemoteUser } from "../kinds.ts";
import { caseBuilder } from "../operation-cases.ts";

const updateCase = caseBuilder("updateComputer", "concurrency");
const listCase = caseBuilder("listComputers", "concurrency");
const rounds = 6;

/** The rules for concurrent requests. */
export const concurrencyCases: readonly ContractCase[] = [
  updateCase("loses no field when several are changed at once", changing(withRemoteUser, losesNoField), {
    rules: ["updateComputer"],
  }),
  updateCase(
    "shows the fields of one update together to concurrent readers",
    changing(withRemoteUser, isReadWhole),
    { rules: ["updateComputer#1"] },
  ),
  updateCase(
    "shows nothing of a refused update to concurrent readers",
    changing(settled, showsNothingRefused),
    { rules: ["updateComputer#1", "updateComputer.409", "InvalidUpdate"] },
  ),
  updateCase("takes several names set at once", changing(settled, takesManyNames), {
    rules: ["updateComputer"],
  }),
  updateCase("gives a name to one of two computers when both request it at once", givesOneTheName, {
    rules: ["ComputerUpdate.name#1", "updateComputer.409#1"],
  }),
  updateCase("links one of two hosts when both are set at once", linksOneHost, {
    rules: ["Computer.hostId#1", "ComputerUpdate.hostId#1"],
    needs: ["isDisposable"],
  }),
  updateCase("links a host to one of two computers when both request it at once", linksOneComputer, {
    rules: ["ComputerUpdate.hostId#1", "updateComputer.409#1"],
    needs: ["isDisposable"],
  }),
  listCase("returns the same list while other requests are running", keepsCallersApart, {
    onlyReads: true,
    rules: ["listComputers#1", "authentication#1", "listComputers.includeProvisioningSteps#1"],
  }),
];

async function losesNoField(context: CaseContext, { id }: Computer): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const [name, remoteUser] = [freshName(), `contract-${round}`];
    await Promise.all([{ name }, { remoteUser }, {}].map((body) => sendUpdate(context, id, body, 200)));
    await readEverywhere(context, id);
  }
}

async function isReadWhole(context: CaseContext, { id }: Computer): Promise<void> {
  const first = freshName();
  await sendUpdate(context, id, { name: first, remoteUser: first }, 200);
  for (let round = 0; round < rounds; round += 1) {
    const both = freshName();
    for (const one of await readDuring(context, id, { name: both, remoteUser: both }, 200)) {
      const { name, remoteUser } = one;
      verify(
        name === remoteUser,
        "updateComputer#1",
        `name ${name} and remote user ${remoteUser} were set together`,
      );
    }
  }
}

/** Reads a computer until an update of it is over, and once more. */
async function readDuring(
  context: CaseContext,
  id: string,
  body: ComputerUpdate,
  status: number,
): Promise<readonly Computer[]> {
  const seen: Computer[] = [];
  let isOver = false;
  const over = sendUpdate(context, id, body, status).finally(() => {
    isOver = true;
  });
  // It is awaited below; until then its failure must not end the process as unhandled.
  over.catch(() => undefined);
  const read = async () => {
    const listed = (await listComputers(context)).filter((one) => one.id === id);
    seen.push(await getComputer(context, id), ...listed);
  };
  while (!isOver) await read();
  await over;
  // A response may arrive before the service takes back what it has written.
  await read();
  return seen;
}

/** Reads a computer while updates of it are refused. */
async function showsNothingRefused(context: CaseContext, { id, hostId }: Computer): Promise<void> {
  const other = (await listComputers(context)).find((one) => one.id !== id && hasUsualName(one));
  const refused: (readonly [ComputerUpdate, number])[] = [
    [{ remoteUser: freshName(), unknown: 1 } as ComputerUpdate, 400],
    [{ name: freshName(), remoteUser: "" }, 400],
    ...(other ? [[{ remoteUser: freshName(), name: other.name }, 409] as const] : []),
    ...(hostId ? [[{ name: freshName(), hostId: crypto.randomUUID() }, 409] as const] : []),
  ];
  // The observer of records compares what readers see.
  for (const [body, status] of refused) await readDuring(context, id, body, status);
}

async function takesManyNames(context: CaseContext, { id }: Computer): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    const names = Array.from({ length: 8 }, () => freshName());
    await Promise.all(names.map((name) => sendUpdate(context, id, { name }, 200)));
    await readEverywhere(context, id);
  }
}

async function givesOneTheName(context: CaseContext): Promise<void> {
  const computers = await findComputers(context, settled, "change", 2);
  await restoring(context, computers, async () => {
    for (let round = 0; round < rounds; round += 1) {
      for (const { id } of computers) await sendUpdate(context, id, { name: freshName() }, 200);
      await verifyOneWins(context, computers, { name: freshName() });
    }
  });
}

/** Sends the same update to two computers at once: one has to be accepted, the other refused and unchanged. */
async function verifyOneWins(
  context: CaseContext,
  computers: readonly Computer[],
  body: { readonly name?: string; readonly hostId?: string },
): Promise<void> {
  const responses = await Promise.all(computers.map(({ id }) => sendUpdate(context, id, body)));
  const statuses = responses
    .map(({ status }) => status)
    .toSorted()
    .join(", ");
  verify(
    statuses === "200, 409",
    "updateComputer.409#1",
    `two claims of one value at once get ${statuses}, not 200 and 409`,
  );
  // The observer of records compares them with what was accepted.
  for (const { id } of computers) await getComputer(context, id);
}

async function linksOneHost(context: CaseContext): Promise<void> {
  const { id } = await findComputer(context, withoutHost, "changeForGood");
  const hosts = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const responses = await Promise.all(hosts.map((hostId) => sendUpdate(context, id, { hostId })));
  const statuses = responses
    .map(({ status }) => status)
    .toSorted()
    .join(", ");
  verify(
    statuses === "200, 409, 409",
    "ComputerUpdate.hostId#1",
    `three hosts at once get ${statuses}, not 200 and twice 409`,
  );
  await getComputer(context, id);
}

async function linksOneComputer(context: CaseContext): Promise<void> {
  const computers = await findComputers(context, withoutHost, "changeForGood", 2);
  await verifyOneWins(context, computers, { hostId: crypto.randomUUID() });
}

/** Sends many kinds of requests at once, whose data must not mix. */
async function keepsCallersApart(context: CaseContext): Promise<void> {
  const { target, api } = context;
  const computer = await findComputer(context, anyComputer, "read");
  const other = target.otherToken ? otherOwner(context) : undefined;
  const host = (await listComputers(context)).find(({ hostId }) => hostId !== undefined)?.hostId;
  const operation = api.operation("listComputers");
  const refused = { operation, authorization: { value: "Bearer nobody", shown: "Bearer nobody" } };
  const own = idsOf(await listComputers(context));
  const theirs = other && idsOf(await listComputers(context, [], other));
  const list = async (query: Query, { isFiltered = false, isOthers = false } = {}) => {
    const listed = await listComputers(context, query, isOthers ? other : undefined);
    const expected = isOthers ? theirs : own;
    const ids = idsOf(listed);
    verify(
      isFiltered || ids === expected,
      "listComputers#1",
      `among other requests the list has ${ids}, not ${expected}`,
    );
    const carrying = listed.filter((entry) => "provisioningSteps" in entry).length;
    const wanted = query === withSteps ? listed.length : 0;
    verify(
      carrying === wanted,
      "listComputers.includeProvisioningSteps#1",
      `among other requests ${carrying} of ${listed.length} carry steps`,
    );
  };
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all([
      list(withSteps),
      list([]),
      getComputer(context, computer.id),
      list([["includeProvisioningSteps", "false"]]),
      context.send(refused, { status: 401 }),
      list(withSteps),
      host && list([["hostId", host]], { isFiltered: true }),
      other && list([], { isOthers: true }),
      list([]),
      getComputer(context, computer.id),
    ]);
  }
}
