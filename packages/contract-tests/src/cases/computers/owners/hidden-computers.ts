import type { Operation } from "@compute-host/openapi";
import type { Computer } from "@compute-host/types";
import type { ObjectSchema } from "../../../data/mutators.ts";
import { type Authorization, noCredentials } from "../../../http/carried-credentials.ts";
import type { ContractRequest, Exchange } from "../../../http/exchange.ts";
import type { ContractApi } from "../../../openapi/contract-api.ts";
import type { RuleId } from "../../../openapi/rules.gen.ts";
import type { Capability } from "../../../targets/capabilities.ts";
import { repetitions } from "../../by-chance.ts";
import { type CaseContext, type ContractCase, verify, type Wanted } from "../../contract-case.ts";
import { requestOnMissing } from "../../generic/plain-request.ts";
import { getComputer, listComputers, otherOwner, withSteps } from "../calls.ts";
import { freshName, restoring } from "../changing.ts";
import { missingId } from "../computer-fixtures.ts";
import { findComputer, findComputers, findIfAny, sampleOf } from "../find-computers.ts";
import { anyComputer, blocked, hasUsualName, inStatus, retriable, settled, withoutStep } from "../kinds.ts";
import { caseBuilder } from "../operation-cases.ts";
import { tellingPart } from "./same-response.ts";

const readingMethods = ["GET", "HEAD", "OPTIONS"];
const changingMethods = ["POST", "PUT", "PATCH", "DELETE"];

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

/** The rule that only its owner learns whether a computer exists. */
export function hiddenComputerCases(api: ContractApi): ContractCase[] {
  const withId = api.operations.filter(({ path }) => path.includes("{computerId}"));
  const cases = withId.flatMap((operation) => {
    // Any operation of the description: the type lists those that were known when this was compiled.
    const hiddenCase = caseBuilder(operation.operationId as "getComputer", "owners");
    const ofPath = withId.filter(({ path }) => path === operation.path);
    // The first operation of a path also stands for the methods that the path lacks.
    const isLacking = (method: string) =>
      ofPath[0] === operation && ofPath.every((one) => one.method !== method);
    const ownMethods = [operation.method, ...readingMethods.filter(isLacking)];
    const others = changingMethods.filter(isLacking);
    const caseOfOwnMethods = (stranger: Stranger) =>
      hiddenCase(
        `${stranger.behaviour}, and leaves it alone`,
        async (context) =>
          hides(context, operation, stranger, ownMethods, await computersFor(context, operation)),
        { rules: stranger.rules, needs: stranger.needs },
      );
    const caseOfOthers = (stranger: Stranger) =>
      hiddenCase(
        `${stranger.behaviour}, by methods that the path lacks`,
        async (context) => {
          const computers = await findComputers(context, settled, "changeForGood");
          await hides(context, operation, stranger, others, computers);
        },
        { rules: stranger.rules, needs: [...stranger.needs, "answersWrongMethods", "isDisposable"] },
      );
    return strangers.flatMap((stranger) =>
      others.length > 0 ? [caseOfOwnMethods(stranger), caseOfOthers(stranger)] : [caseOfOwnMethods(stranger)],
    );
  });
  return [findsNone, ...cases];
}

/** Finds computers of each kind that a wrong service, which lets anybody use them, may change. */
async function computersFor(context: CaseContext, { method }: Operation): Promise<readonly Computer[]> {
  if (readingMethods.includes(method)) {
    await findComputer(context, anyComputer, "read");
    return sampleOf(context, await listComputers(context, withSteps));
  }
  const isRestored = method === "PATCH";
  const use = isRestored ? "change" : "changeForGood";
  if (!isRestored && method !== "POST") return findComputers(context, settled, use);
  // Names are restored; a session that starts is not.
  const mayStart = isRestored || context.target.lacks.isDisposable === undefined;
  const kinds = [...(mayStart ? [settled, retriable] : []), blocked, withoutStep, inStatus("provisioning")];
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
          await verifyHidden(context, { operation, method, authorization, ...body }, own, stranger);
        }
      }
    }
    for (const { id } of own) await getComputer(context, id);
  });
  // The other way round, this owner asks for the other one's computers: only if there is another owner, and only by
  // methods that cannot change records that are not restored.
  const hasOwner = stranger.status !== 401;
  if (hasOwner && sent.every((method) => readingMethods.includes(method))) {
    const theirs = sampleOf(context, await listComputers(context, [], otherOwner(context)));
    for (const method of sent) await verifyHidden(context, { operation, method }, theirs, stranger);
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

type Body = Pick<ContractRequest, "json" | "rawBody" | "contentType">;

/** Bodies that pass, or fail, each of the checks; the first is the operation's own. */
function bodiesOf(
  { api }: CaseContext,
  { body }: Operation,
  method: string,
  taken: readonly object[],
): readonly Body[] {
  if (method === "DELETE" || readingMethods.includes(method)) return [{}];
  const pointer = api.operation("updateComputer").body?.content.schemaPointer ?? "";
  const { properties = {} } = api.schema(pointer) as ObjectSchema;
  const wrong = Object.keys(properties).map((name) => ({ [name]: 1 }));
  const values = [{}, { name: freshName() }, ...wrong, ...taken];
  const bodies: Body[] = [
    ...values.map((json) => ({ json })),
    { rawBody: "{" },
    { rawBody: "{}", contentType: "text/plain" },
  ];
  return body ? bodies : [{}, ...bodies];
}

/** Fails if a request for one of these computers gets another response than one for a missing computer. */
async function verifyHidden(
  context: CaseContext,
  request: ContractRequest,
  computers: readonly Computer[],
  stranger: Stranger,
): Promise<void> {
  const wanted = wantedOf(request, stranger);
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
    verify(name === undefined, stranger.rules[0], message);
  }
}

/** Without valid credentials the status is always the same; else only if the request is right but for the caller. */
function wantedOf({ operation, method, json, rawBody }: ContractRequest, { status }: Stranger): Wanted {
  const isHead = method === "HEAD" && operation.method === "GET";
  if (method !== operation.method && !isHead) return { isOutside: true };
  const isPlain = rawBody === undefined && JSON.stringify(json) === (operation.body ? "{}" : undefined);
  return isPlain || status === 401 ? { status } : {};
}
