import type { ApiSpec } from "../spec/api-spec.ts";
import type { Operation } from "../spec/operations.ts";
import { wants } from "./computer-facts.ts";
import { type CaseContext, type ContractCase, verify } from "./contract-case.ts";
import { listComputers } from "./list-computers.ts";
import { validRequest } from "./valid-request.ts";

/** Ids that no service has; the odd ones show that an id is opaque and never a path. */
const unknownIds = [
  "cmp_no_such_computer",
  "x".repeat(500),
  "../computers",
  "a/b",
  "%00",
  "ünï cödé",
  "__proto__",
  "'; --",
];

/** An id that does not exist and one that is somebody else's are answered with 404 in the same words. */
export function unknownComputerCases(spec: ApiSpec): ContractCase[] {
  const withId = spec.operations.filter(({ parameters }) =>
    parameters.some((parameter) => parameter.in === "path"),
  );
  return [
    ...withId.flatMap((operation) => [answersUnknownIds(operation), hidesForeignComputers(operation)]),
    listsNothingForeign(),
  ];
}

function answersUnknownIds(operation: Operation): ContractCase {
  return {
    title: `${operation.operationId} answers every unknown id with 404 in the same words`,
    operationId: operation.operationId,
    checks: ["decided_behaviour", "not_a_server_error"],
    needs: ["keepsState"],
    async run(context) {
      const words = new Set<string>();
      for (const computerId of unknownIds) words.add(await notFoundWords(context, operation, computerId));
      verify("decided_behaviour", words.size === 1, `the answers differ: ${[...words].join(" / ")}`);
    },
  };
}

function hidesForeignComputers(operation: Operation): ContractCase {
  return {
    title: `${operation.operationId} answers somebody else's computer like one that does not exist`,
    operationId: operation.operationId,
    checks: ["decided_behaviour", "ignored_auth"],
    needs: ["keepsState", "hasOtherOwner"],
    missingData: wants("computer"),
    async run(context) {
      const stranger = `Bearer ${context.target.otherToken}`;
      const unknown = await notFoundWords(context, operation, "cmp_no_such_computer", stranger);
      for (const { id } of context.survey.computers) {
        const foreign = await notFoundWords(context, operation, id, stranger);
        verify("decided_behaviour", foreign === unknown, `${id} is answered with ${foreign}, not ${unknown}`);
      }
    },
  };
}

function listsNothingForeign(): ContractCase {
  return {
    title: "listComputers lists nobody else's computers",
    operationId: "listComputers",
    checks: ["decided_behaviour", "ignored_auth"],
    needs: ["keepsState", "hasOtherOwner"],
    missingData: wants("computer"),
    async run(context) {
      const operation = context.spec.operation("listComputers");
      const authorization = `Bearer ${context.target.otherToken}`;
      const { json } = await context.send({ operation, authorization }, { status: 200 });
      const own = new Set((await listComputers(context, [])).map(({ id }) => id));
      const both = (json as { computers: { id: string }[] }).computers.filter(({ id }) => own.has(id));
      verify(
        "decided_behaviour",
        both.length === 0,
        `two owners list ${both.map(({ id }) => id).join(", ")}`,
      );
    },
  };
}

/** The problem without what belongs to the one request: its id and path. */
async function notFoundWords(
  context: CaseContext,
  operation: Operation,
  computerId: string,
  authorization?: string,
): Promise<string> {
  const request = { ...validRequest(context, operation), path: { computerId } };
  const answer = await context.send(authorization ? { ...request, authorization } : request, { status: 404 });
  const { requestId: _id, instance: _instance, ...words } = answer.json as Record<string, unknown>;
  return JSON.stringify(words);
}
