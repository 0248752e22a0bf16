import type { Operation } from "@compute-host/openapi/model";
import type { Computer } from "@compute-host/types";
import { problemWords } from "../../conformance/problem-words.ts";
import type { Authorization } from "../../http/carried-credentials.ts";
import type { ContractApi } from "../../openapi/contract-api.ts";
import { type CaseContext, type ContractCase, LeftOutError, verify } from "../contract-case.ts";
import { getComputer, idsOf, listComputers, otherOwner, sendUpdate, withSteps } from "./calls.ts";
import { freshName, restoring, updateComputer } from "./changing.ts";
import { verifySameComputer } from "./compare.ts";
import { findComputer, findIfAny, sampleOf } from "./find-computers.ts";
import {
  anyComputer,
  blocked,
  hasUsualName,
  inStatus,
  settled,
  withHost,
  withoutHost,
  withoutStep,
} from "./kinds.ts";
import { caseBuilder } from "./operation-cases.ts";

const needs = ["hasOtherOwner"] as const;

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
          rules: ["ComputerNotFound", "ComputerId#1", "errors#1", "Problem", "Problem#1"],
        }),
        ownerCase(
          "treats another owner's computer like one that does not exist, and leaves it alone",
          (context) => hidesForeign(context, operation),
          { rules: ["ComputerNotFound#1", "ComputerId#1", "authentication#1"], needs },
        ),
      ];
    }),
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
}

/** Header fields that depend on the connection, on the time or on the length of the ID. */
const ownHeaders = ["connection", "content-length", "date", "etag", "keep-alive", "x-request-id"];

/** How often a difference between header fields has to show, because some differ from response to response. */
const repetitions = 6;

/** Returns a header field that tells two kinds of responses apart: it differs in each of one kind from all of the other. */
function tellingHeader(ofOne: readonly Headers[], ofOther: readonly Headers[]): string | undefined {
  const names = new Set([...ofOne, ...ofOther].flatMap((headers) => [...headers.keys()]));
  const valuesIn = (all: readonly Headers[], name: string) =>
    new Set(all.map((headers) => headers.get(name)));
  return [...names].find((name) => {
    const [one, other] = [valuesIn(ofOne, name), valuesIn(ofOther, name)];
    // A field with another value in every response, such as a time, tells nothing.
    const isSteady = one.size === 1 && other.size === 1;
    return !ownHeaders.includes(name) && isSteady && [...one][0] !== [...other][0];
  });
}

async function saysTheSame(context: CaseContext, operation: Operation): Promise<void> {
  const words = new Map<string, string>();
  for (const id of ["cmp_no_such_computer", "__proto__", "ünï cödé", crypto.randomUUID()]) {
    words.set((await notFound(context, operation, id)).words, id);
  }
  verify(words.size === 1, `two unknown IDs get different responses: ${[...words.keys()].join(" and ")}`);
}

async function hidesForeign(context: CaseContext, operation: Operation): Promise<void> {
  const unknown = (authorization?: Authorization) =>
    notFound(context, operation, "cmp_no_such_computer", authorization);
  const { words } = await unknown(otherOwner(context));
  const verifyHidden = async (id: string, authorization?: Authorization, json?: unknown) => {
    const foreign = () => notFound(context, operation, id, authorization, json);
    const first = await foreign();
    verify(first.words === words, `${id} gets ${first.words}, an unknown ID ${words}`);
    const [theirs, missing] = [[first.headers], [(await unknown(authorization)).headers]];
    while (theirs.length < repetitions && tellingHeader(theirs, missing) !== undefined) {
      theirs.push((await foreign()).headers);
      missing.push((await unknown(authorization)).headers);
    }
    const telling = tellingHeader(theirs, missing);
    if (telling === undefined) return;
    const [value, usual] = [theirs, missing].map(([headers]) => headers?.get(telling));
    verify(false, `${telling} is ${value} for ${id}, and ${usual} for an unknown ID`);
  };
  const own = await foreignSafe(context, operation);
  await restoring(context, operation.method === "PATCH" ? own : [], async () => {
    for (const computer of own) {
      // Include a real change, because an empty one would not show.
      for (const json of operation.method === "PATCH" ? [{}, { name: freshName() }] : [undefined]) {
        await verifyHidden(computer.id, otherOwner(context), json);
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
  for (const { id } of sampleOf(context, await listComputers(context, [], otherOwner(context)))) {
    await verifyHidden(id);
  }
}

/**
 * Returns one computer of each kind that may be changed, because a wrong service would let another owner change it.
 */
async function foreignSafe(context: CaseContext, operation: Operation): Promise<readonly Computer[]> {
  if (operation.method === "GET") {
    await findComputer(context, anyComputer, "read");
    return sampleOf(context, await listComputers(context, withSteps));
  }
  const first = await findComputer(context, settled, "change");
  const kinds = [blocked, withoutStep, inStatus("provisioning")];
  const others = await Promise.all(kinds.map((kind) => findIfAny(context, kind, "change")));
  const all = [first, ...others.filter((one) => one !== undefined)];
  return all.filter(({ id }, index) => all.findIndex((one) => one.id === id) === index);
}

async function listsNothingForeign(context: CaseContext): Promise<void> {
  const own = await listComputers(context);
  const theirs = await listComputers(context, withSteps, otherOwner(context));
  const ids = new Set(own.map(({ id }) => id));
  const both = theirs.filter(({ id }) => ids.has(id));
  verify(both.length === 0, `both owners list ${idsOf(both)}`);
  const verifyHidden = async (hidden: readonly Computer[], authorization?: Authorization) => {
    for (const { hostId = "" } of sampleOf(context, hidden).filter(withHost.matches)) {
      // The same host may be linked to a computer of each owner.
      const byHost = await listComputers(context, [["hostId", hostId]], authorization);
      const leaked = byHost.filter((one) => hidden.some(({ id }) => id === one.id));
      verify(leaked.length === 0, `hostId=${hostId} finds ${idsOf(leaked)} of another owner`);
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

/** A 404, without the parts that belong to one request: its ID and path. */
interface NotFound {
  readonly words: string;
  readonly headers: Headers;
}

async function notFound(
  context: CaseContext,
  operation: Operation,
  computerId: string,
  authorization?: Authorization,
  body?: unknown,
): Promise<NotFound> {
  const { fixtures, api } = context;
  const json = body ?? fixtures.harmlessBody(api, operation);
  const request = { operation, path: { computerId }, json };
  const sent = authorization ? { ...request, authorization } : request;
  const response = await context.send(sent, { status: 404 });
  const words = problemWords(response.json);
  // A text may contain the requested ID.
  const text = JSON.stringify(words).replaceAll(JSON.stringify(computerId).slice(1, -1), "{computerId}");
  return { words: text, headers: response.headers };
}
