import { isDeepStrictEqual } from "node:util";
import type { Computer } from "@compute-host/types";
import type { ApiSpec } from "../spec/api-spec.ts";
import { caseBuilder } from "./case-builder.ts";
import { isSettled, pick, wants } from "./computer-facts.ts";
import { type CaseContext, type ContractCase, verify } from "./contract-case.ts";

type Query = readonly (readonly [string, string])[];

const listCase = caseBuilder("listComputers");

const withSteps: Query = [["includeProvisioningSteps", "true"]];

/** Asks for the list and returns its computers. */
export async function listComputers({ send, spec }: CaseContext, query: Query): Promise<Computer[]> {
  const { json } = await send({ operation: spec.operation("listComputers"), query }, { status: 200 });
  return (json as { computers: Computer[] }).computers;
}

/** What is decided about the list, on a target that has computers. */
export function listComputersCases(_spec: ApiSpec): ContractCase[] {
  return [
    listCase(
      "has the newest first, then the higher id",
      wants("two computers", undefined, 2),
      async (context) => {
        const computers = await listComputers(context, []);
        const sorted = computers.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
        verify(
          "decided_behaviour",
          isDeepStrictEqual(ids(computers), ids(sorted)),
          `it has ${ids(computers)}`,
        );
      },
    ),
    ...[[], [["includeProvisioningSteps", "false"]] as const].map((query) =>
      listCase(`has no steps for ${label(query)}`, wants("computer"), async (context) => {
        const computers = await listComputers(context, query);
        const carrying = computers.filter((computer) => "provisioningSteps" in computer);
        verify("decided_behaviour", carrying.length === 0, `${ids(carrying)} carry provisioningSteps`);
      }),
    ),
    listCase(`has steps on every computer for ${label(withSteps)}`, wants("computer"), async (context) => {
      const computers = await listComputers(context, withSteps);
      const bare = computers.filter((computer) => !Array.isArray(computer.provisioningSteps));
      verify("decided_behaviour", bare.length === 0, `${ids(bare)} carry no provisioningSteps`);
    }),
    listCase(
      "shows each computer as getComputer does",
      wants("settled computer", isSettled),
      showsWhatGetShows,
    ),
    listCase(
      "finds exactly the computers of a host, in either letter case",
      wants("computer with a host", hasHost),
      findsByHost,
    ),
    listCase("finds nothing for a host that no computer has", wants("computer"), async (context) => {
      const found = await listComputers(context, [["hostId", crypto.randomUUID()]]);
      verify("decided_behaviour", found.length === 0, `it has ${ids(found)}`);
    }),
  ];
}

async function showsWhatGetShows(context: CaseContext): Promise<void> {
  const operation = context.spec.operation("getComputer");
  for (const listed of (await listComputers(context, withSteps)).filter(isSettled)) {
    const { json } = await context.send({ operation, path: { computerId: listed.id } }, { status: 200 });
    verify(
      "decided_behaviour",
      isDeepStrictEqual(json, listed),
      `${listed.id} is another one in getComputer`,
    );
  }
}

async function findsByHost(context: CaseContext): Promise<void> {
  const { hostId = "" } = pick(context.survey, hasHost);
  const all = await listComputers(context, []);
  const expected = all.filter((computer) => computer.hostId?.toLowerCase() === hostId.toLowerCase());
  for (const spelling of [hostId.toLowerCase(), hostId.toUpperCase()]) {
    const found = await listComputers(context, [["hostId", spelling]]);
    verify("decided_behaviour", isDeepStrictEqual(found, expected), `hostId=${spelling} finds ${ids(found)}`);
  }
}

function hasHost(computer: Computer): boolean {
  return computer.hostId !== undefined;
}

function ids(computers: readonly Computer[]): string {
  return computers.map((computer) => computer.id).join(", ") || "nothing";
}

function label(query: Query): string {
  return query.map((pair) => pair.join("=")).join("&") || "no query";
}
