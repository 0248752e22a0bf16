import type { Computer } from "@compute-host/types";
import { neighbourOf, uuidsOfEachKind } from "../../../data/uuids.ts";
import { type CaseContext, verify } from "../../contract-case.ts";
import { getComputer, idsOf, listComputers, type Query, sendUpdate, withSteps } from "../calls.ts";
import { freshName, restoring } from "../changing.ts";
import { findComputer, findComputers, findIfAny, findShapes, sampleOf } from "../find-computers.ts";
import { anyComputer, settled, withHost } from "../kinds.ts";
import { caseBuilder, type OperationCases } from "../operation-cases.ts";

const listCase = caseBuilder("listComputers", "list", { onlyReads: true });
const withoutSteps: Query = [["includeProvisioningSteps", "false"]];

/** The rules for the list. */
export const listComputersCases: OperationCases<"listComputers"> = {
  behaviour: [
    listCase("lists newest first, then by higher ID, whatever the query", isInOrder, {
      rules: ["listComputers#1", "ComputerList.computers#1"],
    }),
    listCase(
      "holds every computer that can be read by ID, and no two with the same ID, name or host",
      holdsEveryComputer,
      {
        rules: ["listComputers#1", "listComputers.200", "Computer.name#1", "updateComputer.409#1"],
      },
    ),
    listCase("shows each computer as getComputer does", showsWhatGetShows, {
      rules: [
        "listComputers",
        "listComputers.includeProvisioningSteps",
        "getComputer",
        "ComputerList",
        "Computer",
        "ComputerSource",
        "ComputerSource#1",
        "listComputers.200",
      ],
    }),
    listCase("keeps its order and its computers when one is updated", staysInOrder, {
      onlyReads: false,
      rules: ["listComputers#1", "ComputerList.computers#1"],
    }),
  ],
  query: {
    hostId: [
      listCase("finds exactly the computers of a host, in either letter case", findsByHost, {
        rules: ["listComputers.hostId#1", "listComputers.hostId"],
      }),
      listCase(
        "finds nothing for a host that no computer has",
        async (context) => {
          const hostId = (await findIfAny(context, withHost))?.hostId;
          const taken = (await listComputers(context)).map((one) => one.hostId?.toLowerCase());
          const others = [crypto.randomUUID(), ...uuidsOfEachKind, ...(hostId ? [neighbourOf(hostId)] : [])];
          for (const host of others.filter((one) => !taken.includes(one.toLowerCase()))) {
            const found = await listComputers(context, [["hostId", host]]);
            verify(found.length === 0, "listComputers.hostId#1", `hostId=${host} finds ${idsOf(found)}`);
          }
        },
        { rules: ["listComputers.hostId#1"] },
      ),
    ],
    includeProvisioningSteps: [
      listCase("has no steps unless requested", carriesSteps([[], withoutSteps], false), {
        rules: ["listComputers.includeProvisioningSteps#1", "Computer.provisioningSteps#1"],
      }),
      listCase("has steps on every computer if requested", carriesSteps([withSteps], true), {
        rules: [
          "listComputers.includeProvisioningSteps#1",
          "listComputers.includeProvisioningSteps",
          "listComputers",
        ],
      }),
    ],
  },
  body: {},
};

async function isInOrder(context: CaseContext): Promise<void> {
  await findComputers(context, anyComputer, "read", 2);
  const orders: Query[] = [[], withSteps, withoutSteps, [["unknown", "1"]]];
  for (const query of orders) {
    const computers = await listComputers(context, query);
    const sorted = computers.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
    const shown = (one: Computer | undefined) => `${one?.id} (createdAt ${one?.createdAt})`;
    const first = computers.findIndex((one, index) => one.id !== sorted[index]?.id);
    const [came, wanted] = [computers[first], sorted[first]].map(shown);
    verify(
      first < 0,
      "listComputers#1",
      `with ${label(query)}, item ${first + 1} of the list is ${came}, not ${wanted}`,
    );
  }
}

async function holdsEveryComputer(context: CaseContext): Promise<void> {
  await findComputer(context, anyComputer, "read");
  await listComputers(context);
  const known = new Set([...(context.target.computers ?? []), ...seenIds(context)]);
  for (const query of [[], withSteps, withoutSteps] as Query[]) {
    const listed = await listComputers(context, query);
    for (const part of ["id", "name", "hostId"] as const) {
      // `flatMap` drops an absent host, for which the empty list stands.
      const values = listed.flatMap(({ [part]: value = [] }) => value);
      const twice = values.filter((value, index) => values.indexOf(value) !== index);
      const rule = part === "id" ? "listComputers#1" : "Computer.name#1";
      verify(twice.length === 0, rule, `two computers of the list have the ${part} ${twice.join(", ")}`);
    }
    const missing = [...known].filter((one) => !listed.some(({ id }) => id === one));
    for (const one of missing) {
      await getComputer(context, one);
      verify(false, "listComputers#1", `the list with ${label(query)} lacks ${one}, which can be read by ID`);
    }
  }
}

/** Returns the IDs of all records that the run has read with the owner's token. */
function seenIds({ memory }: CaseContext): readonly string[] {
  return [...((memory.get("ownIds") as Set<string> | undefined) ?? [])];
}

async function showsWhatGetShows(context: CaseContext): Promise<void> {
  await findComputer(context, anyComputer, "read");
  // The observer of records compares each with its entry.
  for (const { id } of sampleOf(context, await listComputers(context, withSteps)))
    await getComputer(context, id);
}

async function staysInOrder(context: CaseContext): Promise<void> {
  const computers = await findShapes(context, settled, "change");
  await findComputers(context, anyComputer, "read", 2);
  const before = idsOf(await listComputers(context));
  await restoring(context, computers, async () => {
    for (const { id } of computers) {
      await sendUpdate(context, id, { name: freshName() }, 200);
      const after = idsOf(await listComputers(context));
      verify(
        after === before,
        "listComputers#1",
        `after an update of ${id} the list has ${after}, and had ${before}`,
      );
    }
  });
}

async function findsByHost(context: CaseContext): Promise<void> {
  await findComputer(context, withHost, "read");
  const all = await listComputers(context);
  for (const { hostId } of sampleOf(context, all))
    if (hostId !== undefined) await findsComputersOf(context, hostId, all);
}

async function findsComputersOf(
  context: CaseContext,
  hostId: string,
  all: readonly Computer[],
): Promise<void> {
  const expected = idsOf(all.filter((one) => one.hostId?.toLowerCase() === hostId.toLowerCase()));
  const mixed = hostId.replaceAll(/[a-f]/gi, (letter, index) =>
    index % 2 ? letter.toLowerCase() : letter.toUpperCase(),
  );
  const spellings = [hostId, hostId.toLowerCase(), hostId.toUpperCase(), mixed];
  const plain = spellings.flatMap((spelling) =>
    [[], withSteps, withoutSteps].map((more: Query) => label([["hostId", spelling], ...more])),
  );
  const operation = context.api.operation("listComputers");
  for (const rawQuery of [...plain, `%68ostId=${hostId.replaceAll("-", "%2D")}`]) {
    // The observer of records compares each with what is known of it.
    const { json } = await context.send({ operation, rawQuery }, { status: 200 });
    const found = idsOf((json as { computers: Computer[] }).computers);
    verify(found === expected, "listComputers.hostId#1", `${rawQuery} finds ${found}, not ${expected}`);
  }
}

/** Makes a case of whether all computers carry steps, or none, also in a list by host. */
function carriesSteps(queries: readonly Query[], isWanted: boolean) {
  return async (context: CaseContext): Promise<void> => {
    await findComputer(context, anyComputer, "read");
    const hostId = (await findIfAny(context, withHost))?.hostId;
    const byHost = hostId ? queries.map((query): Query => [["hostId", hostId], ...query]) : [];
    for (const query of [...queries, ...byHost]) {
      const computers = await listComputers(context, query);
      const wrong = computers.filter((one) => "provisioningSteps" in one !== isWanted);
      const what = `${isWanted ? "no " : ""}provisioningSteps`;
      verify(
        wrong.length === 0,
        "listComputers.includeProvisioningSteps#1",
        `${idsOf(wrong)}: ${what} with ${label(query)}`,
      );
    }
  };
}

function label(query: Query): string {
  return query.map((pair) => pair.join("=")).join("&") || "no query";
}
