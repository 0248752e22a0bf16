import type { Operation } from "@compute-host/openapi/model";
import type { Computer } from "@compute-host/types";
import { problemWords } from "../../conformance/problem-words.ts";
import type { Authorization } from "../../http/carried-credentials.ts";
import type { ContractApi } from "../../openapi/contract-api.ts";
import { type CaseContext, type ContractCase, LeftOutError, verify } from "../contract-case.ts";
import { getComputer, idsOf, listComputers, sendUpdate, withSteps } from "./calls.ts";
import { freshName, restoring, updateComputer } from "./changing.ts";
import { verifySameComputer } from "./compare.ts";
import { findComputer, findIfAny } from "./find-computers.ts";
import { anyComputer, blocked, settled, withHost, withoutHost, withoutStep } from "./kinds.ts";
import { caseBuilder } from "./operation-cases.ts";

const foreignSentence = "another owner's computer returns the same response";
const needs = ["hasOtherOwner"] as const;
const otherOwner = ({ target }: CaseContext): Authorization => ({
  value: `Bearer ${target.otherToken}`,
  shown: "Bearer $CONTRACT_OTHER_TOKEN",
});

/** The rule that an owner neither sees nor changes another owner's computers. */
export function ownerCases(api: ContractApi): ContractCase[] {
  const withId = api.operations.filter(({ path }) => path.includes("{computerId}"));
  const list = caseBuilder("listComputers", "owners");
  const update = caseBuilder("updateComputer", "owners");
  return [
    ...withId.flatMap(({ operationId }) => {
      const operation = api.operation(operationId);
      const ownerCase = caseBuilder(operationId as "getComputer", "owners");
      return [
        ownerCase("returns the same 404 for every unknown ID", (context) => saysTheSame(context, operation), {
          says: "There is no such computer",
        }),
        ownerCase(
          "treats another owner's computer like one that does not exist, and leaves it alone",
          (context) => hidesForeign(context, operation),
          { says: foreignSentence, needs },
        ),
      ];
    }),
    list("lists no other owner's computers, with or without hostId", listsNothingForeign, {
      says: "the list holds every computer that the caller owns",
      needs,
    }),
    update("accepts a name that only another owner's computer has", sharesNames, {
      says: "unique among one owner's computers",
      needs,
    }),
    update("accepts a host that only another owner's computer has", sharesHosts, {
      says: "Unique among one owner's computers",
      needs: [...needs, "isDisposable"],
    }),
  ];
}

async function saysTheSame(context: CaseContext, operation: Operation): Promise<void> {
  const words = new Map<string, string>();
  for (const id of ["cmp_no_such_computer", "__proto__", "ünï cödé", crypto.randomUUID()]) {
    words.set(await notFoundWords(context, operation, id), id);
  }
  verify(words.size === 1, `two unknown IDs get different responses: ${[...words.keys()].join(" and ")}`);
}

async function hidesForeign(context: CaseContext, operation: Operation): Promise<void> {
  const unknown = await notFoundWords(context, operation, "cmp_no_such_computer");
  const own = await foreignSafe(context, operation);
  await restoring(context, operation.method === "PATCH" ? own : [], async () => {
    for (const computer of own) {
      // Include a real change, because an empty one would not show.
      for (const json of operation.method === "PATCH" ? [{}, { name: freshName() }] : [undefined]) {
        const foreign = await notFoundWords(context, operation, computer.id, otherOwner(context), json);
        verify(foreign === unknown, `${computer.id} gets ${foreign}, an unknown ID ${unknown}`);
      }
      const after = await getComputer(context, computer.id);
      verifySameComputer(
        context.api,
        after,
        computer,
        `${operation.operationId} by another owner changed it`,
      );
    }
  });
  if (operation.method !== "GET") return;
  const withHead = context.target.lacks.answersWrongMethods === undefined;
  for (const { id } of withHead ? own : []) {
    const request = {
      operation,
      method: "HEAD",
      path: { computerId: id },
      authorization: otherOwner(context),
    };
    await context.send(request, { status: 404 });
  }
  for (const { id } of await listComputers(context, [], otherOwner(context))) {
    const foreign = await notFoundWords(context, operation, id);
    verify(foreign === unknown, `${id} gets ${foreign}, an unknown ID ${unknown}`);
  }
}

/**
 * Returns one computer of each kind that may be changed, because a wrong service would let another owner change it.
 */
async function foreignSafe(context: CaseContext, operation: Operation): Promise<readonly Computer[]> {
  if (operation.method === "GET") {
    await findComputer(context, anyComputer, "read");
    return listComputers(context, withSteps);
  }
  const first = await findComputer(context, settled, "change");
  const others = await Promise.all([blocked, withoutStep].map((kind) => findIfAny(context, kind, "change")));
  const all = [first, ...others.filter((one) => one !== undefined)];
  return all.filter(({ id }, index) => all.findIndex((one) => one.id === id) === index);
}

async function listsNothingForeign(context: CaseContext): Promise<void> {
  const own = await listComputers(context);
  const theirs = await listComputers(context, withSteps, otherOwner(context));
  const ids = new Set(own.map(({ id }) => id));
  const both = theirs.filter(({ id }) => ids.has(id));
  verify(both.length === 0, `both owners list ${idsOf(both)}`);
  const hosts = (computers: readonly Computer[]) => computers.flatMap(({ hostId }) => hostId ?? []);
  const found = async (hostId: string, authorization?: Authorization) =>
    listComputers(context, [["hostId", hostId]], authorization);
  for (const host of hosts(own).filter((one) => !hosts(theirs).includes(one))) {
    const byHost = await found(host, otherOwner(context));
    verify(byHost.length === 0, `another owner finds ${idsOf(byHost)} by hostId=${host}`);
  }
  for (const host of hosts(theirs).filter((one) => !hosts(own).includes(one))) {
    const byHost = await found(host);
    verify(byHost.length === 0, `hostId=${host}, which another owner has, finds ${idsOf(byHost)}`);
  }
  if (own.length === 0 && theirs.length === 0) throw new LeftOutError("Neither owner has a computer");
}

async function sharesNames(context: CaseContext): Promise<void> {
  const own = await listComputers(context);
  const theirs = await listComputers(context, [], otherOwner(context));
  const free = theirs.filter(({ name }) => [...name].length <= 63 && own.every((one) => one.name !== name));
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
  const [free] = theirs.filter(({ hostId }) => own.every((one) => one.hostId !== hostId));
  if (!free?.hostId) throw new LeftOutError("The other owner has no computer with a host of its own");
  const computer = await findComputer(context, withoutHost, "changeForGood");
  await updateComputer(context, computer.id, { hostId: free.hostId });
}

/** Returns the problem without the parts that belong to one request: its ID and path. */
async function notFoundWords(
  context: CaseContext,
  operation: Operation,
  computerId: string,
  authorization?: Authorization,
  body?: unknown,
): Promise<string> {
  const { fixtures, api } = context;
  const json = body ?? fixtures.harmlessBody(api, operation);
  const request = { operation, path: { computerId }, json };
  const sent = authorization ? { ...request, authorization } : request;
  const response = await context.send(sent, { status: 404 });
  const words = problemWords(response.json);
  // A text may contain the requested ID.
  return JSON.stringify(words).replaceAll(JSON.stringify(computerId).slice(1, -1), "{computerId}");
}
