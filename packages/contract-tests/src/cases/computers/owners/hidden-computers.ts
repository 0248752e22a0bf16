import type { Operation } from "@compute-host/openapi";
import type { Computer } from "@compute-host/types";
import type { ObjectSchema } from "../../../data/mutators.ts";
import { type Authorization, noCredentials } from "../../../http/carried-credentials.ts";
import type { ContractRequest, Exchange } from "../../../http/exchange.ts";
import type { RuleId } from "../../../openapi/rules.gen.ts";
import type { Capability } from "../../../targets/capabilities.ts";
import { repetitions } from "../../by-chance.ts";
import { type CaseContext, type ContractCase, verify, type Wanted } from "../../contract-case.ts";
import { requestOnMissing } from "../../generic/plain-request.ts";
import { getComputer, listComputers, otherOwner, withSteps } from "../calls.ts";
import { freshName, restoring } from "../changing.ts";
import { missingId } from "../computer-fixtures.ts";
import { findComputer, findComputers, findIfAny, sampleOf, type Use } from "../find-computers.ts";
import {
  anyComputer,
  blocked,
  hasUsualName,
  inStatus,
  type Kind,
  retriable,
  settled,
  withoutStep,
} from "../kinds.ts";
import { caseBuilder } from "../operation-cases.ts";
import { tellingPart } from "./same-response.ts";

const readingMethods = ["GET", "HEAD", "OPTIONS"] as const;

/** A caller who does not own a computer. */
interface Stranger {
  readonly behaviour: string;
  readonly rules: readonly [RuleId, ...RuleId[]];
  readonly needs: readonly Capability[];
  /** The status of a request that would be right for the owner. */
  readonly status: number;
  readonly authorizations: (context: CaseContext) => readonly Authorization[];
}

const strangers: readonly Stranger[] = [
  {
    behaviour: "reveals nothing about a record without valid credentials",
    rules: ["errors#4", "authentication#1"],
    needs: ["knowsTokens"],
    status: 401,
    authorizations: () => [noCredentials, { value: "Bearer nobody", shown: "Bearer nobody" }],
  },
  {
    behaviour: "treats another owner's computer like one that does not exist",
    rules: ["ComputerNotFound#1", "ComputerId#1", "authentication#1"],
    needs: ["hasOtherOwner"],
    status: 404,
    authorizations: (context) => [otherOwner(context)],
  },
];

const findsNone: ContractCase = {
  title: "every operation on a computer returns 404 for every unknown ID",
  theme: "owners",
  checks: ["decided_behaviour"],
  needs: ["keepsState"],
  rules: ["ComputerNotFound", "ComputerId#1", "errors#1", "Problem", "Problem#1"],
  async run(context) {
    const taken = (await listComputers(context)).map(({ id }) => id);
    const ids = [missingId, "__proto__", "\u00fcn\u00ef c\u00f6d\u00e9", crypto.randomUUID()];
    for (const operation of context.api.operations.filter(({ path }) => path.includes("{computerId}")))
      for (const computerId of ids.filter((one) => !taken.includes(one)))
        await context.send({ ...requestOnMissing(operation), path: { computerId } }, { status: 404 });
  },
};

/** The operations on one computer, each with the other methods of its path that are tried together with it. */
const operationsOnOne = [
  {
    operationId: "getComputer",
    readingMethods: ["HEAD", "OPTIONS"],
    changingMethods: ["POST", "PUT", "DELETE"],
    onlyReads: true,
    find: findToRead,
  },
  {
    operationId: "updateComputer",
    readingMethods: [],
    changingMethods: [],
    onlyReads: false,
    find: findToUpdate,
  },
  {
    operationId: "retryInstallDeps",
    readingMethods: readingMethods,
    changingMethods: ["PUT", "PATCH", "DELETE"],
    onlyReads: false,
    find: findToRetry,
  },
] as const;

/** The rule that only its owner learns whether a computer exists. */
export const hiddenComputerCases: readonly ContractCase[] = [
  findsNone,
  ...operationsOnOne.flatMap(({ operationId, find, onlyReads, ...methods }) => {
    const hiddenCase = caseBuilder(operationId, "owners");
    return strangers.flatMap((stranger) => {
      const ofOperation = hiddenCase(
        `${stranger.behaviour}, and leaves it alone`,
        async (context) => {
          const operation = context.api.operation(operationId);
          const own = [operation.method, ...methods.readingMethods];
          await hides(context, operation, stranger, own, await find(context));
        },
        { rules: stranger.rules, needs: stranger.needs, onlyReads },
      );
      if (methods.changingMethods.length === 0) return [ofOperation];
      const ofOthers = hiddenCase(
        `${stranger.behaviour}, by methods that the path lacks`,
        async (context) => {
          const computers = await findComputers(context, settled, "changeForGood");
          const operation = context.api.operation(operationId);
          await hides(context, operation, stranger, methods.changingMethods, computers);
        },
        { rules: stranger.rules, needs: [...stranger.needs, "answersWrongMethods", "isDisposable"] },
      );
      return [ofOperation, ofOthers];
    });
  }),
];

async function findToRead(context: CaseContext): Promise<readonly Computer[]> {
  await findComputer(context, anyComputer, "read");
  return sampleOf(context, await listComputers(context, withSteps));
}

/** Finds computers that a wrong service, which lets anybody use them, may change: names are restored. */
function findToUpdate(context: CaseContext): Promise<readonly Computer[]> {
  return findEach(context, [settled, retriable, ...unretriable], "change");
}

/** A session that a wrong service starts is not restored. */
function findToRetry(context: CaseContext): Promise<readonly Computer[]> {
  const mayStart = context.target.lacks.isDisposable === undefined;
  return findEach(context, [...(mayStart ? [settled, retriable] : []), ...unretriable], "changeForGood");
}

const unretriable: readonly Kind[] = [blocked, withoutStep, inStatus("provisioning")];

/** Finds a computer of each kind. */
async function findEach(
  context: CaseContext,
  kinds: readonly Kind[],
  use: Use,
): Promise<readonly Computer[]> {
  const found = await Promise.all(kinds.map((kind) => findIfAny(context, kind, "change")));
  const all = found.filter((one) => one !== undefined);
  if (all.length === 0) return findComputers(context, settled, use);
  return all.filter(({ id }, index) => all.findIndex((one) => one.id === id) === index);
}

async function hides(
  context: CaseContext,
  operation: Operation,
  stranger: Stranger,
  methods: readonly string[],
  own: readonly Computer[],
): Promise<void> {
  const { target } = context;
  const isUnderstood = (method: string) =>
    method === operation.method || target.lacks.answersWrongMethods === undefined;
  const sent = methods.filter(isUnderstood);
  const taken = await takenValues(context);
  await restoring(context, operation.method === "PATCH" ? own : [], async () => {
    for (const authorization of stranger.authorizations(context)) {
      for (const method of sent) {
        for (const body of bodiesOf(context, operation, method, taken)) {
          if (body.rawBody === "{" && target.lacks.answersMalformedJson !== undefined) continue;
          const { isPlain, ...content } = body;
          const wanted = wantedFor(operation, method, isPlain || stranger.status === 401, stranger);
          await verifyHidden(context, { operation, method, authorization, ...content }, own, wanted);
        }
      }
    }
    for (const { id } of own) await getComputer(context, id);
  });
  // The other way round, this owner asks for the other one's computers: only if there is another owner, and only by
  // methods that cannot change records that are not restored.
  const hasOwner = stranger.status !== 401;
  if (hasOwner && sent.every(isReading)) {
    const theirs = sampleOf(context, await listComputers(context, [], otherOwner(context)));
    for (const method of sent)
      await verifyHidden(
        context,
        { operation, method },
        theirs,
        wantedFor(operation, method, true, stranger),
      );
  }
}

/**
 * Names and hosts that either owner's computers have; a host, which a wrong service might link, only if that may stay.
 */
async function takenValues(context: CaseContext): Promise<readonly object[]> {
  const { hasOtherOwner, isDisposable } = context.target.lacks;
  const own = await listComputers(context);
  const theirs = hasOtherOwner === undefined ? await listComputers(context, [], otherOwner(context)) : [];
  return [own, theirs].flatMap((all) => {
    const names = all.filter(hasUsualName).map(({ name }) => ({ name }));
    const hosts = all.flatMap(({ hostId }) => (hostId === undefined ? [] : [{ hostId }]));
    return [...names.slice(0, 2), ...(isDisposable === undefined ? hosts.slice(0, 1) : [])];
  });
}

interface Body extends Pick<ContractRequest, "json" | "rawBody" | "contentType"> {
  /** Whether the request would be right for the owner. */
  readonly isPlain?: boolean;
}

/** Bodies that pass, or fail, each of the checks; the first is the operation's own. */
function bodiesOf(
  { api }: CaseContext,
  { body }: Operation,
  method: string,
  taken: readonly object[],
): readonly Body[] {
  if (method === "DELETE" || isReading(method)) return [{ isPlain: true }];
  const pointer = api.operation("updateComputer").body?.content.schemaPointer ?? "";
  const { properties = {} } = api.schema(pointer) as ObjectSchema;
  const wrong = Object.keys(properties).map((name) => ({ [name]: 1 }));
  const values = [{}, { name: freshName() }, ...wrong, ...taken];
  const bodies: Body[] = [
    ...values.map((json, index) => ({ json, isPlain: body !== undefined && index === 0 })),
    { rawBody: "{" },
    { rawBody: "{}", contentType: "text/plain" },
  ];
  return body ? bodies : [{ isPlain: true }, ...bodies];
}

/** Fails if a request for one of these computers gets another response than one for a missing computer. */
async function verifyHidden(
  context: CaseContext,
  request: ContractRequest,
  computers: readonly Computer[],
  wanted: Wanted & { readonly rule: RuleId },
): Promise<void> {
  const send = (computerId: string) => context.send({ ...request, path: { computerId } }, wanted);
  const missing: [Exchange, ...Exchange[]] = [await send(missingId)];
  for (const { id } of computers) {
    const found: [Exchange, ...Exchange[]] = [await send(id)];
    // A difference may be chance: only one that shows each time counts.
    while (found.length < repetitions && tellingPart(id, found, missing) !== undefined) {
      found.push(await send(id));
      missing.push(await send(missingId));
    }
    const { name, value, usual } = tellingPart(id, found, missing) ?? {};
    const message = `${name} of ${request.method} is ${value} for ${id}, and ${usual} for an unknown ID`;
    verify(name === undefined, wanted.rule, message);
  }
}

/** Only the methods of the operations, and HEAD for GET, have a documented response. */
function wantedFor(operation: Operation, method: string, isCertain: boolean, { status, rules }: Stranger) {
  const [rule] = rules;
  const isHead = method === "HEAD" && operation.method === "GET";
  if (method !== operation.method && !isHead) return { isOutside: true, rule };
  return isCertain ? { status, rule } : { rule };
}

function isReading(method: string): boolean {
  return readingMethods.some((one) => one === method);
}
