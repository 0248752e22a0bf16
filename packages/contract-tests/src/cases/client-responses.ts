import { isDeepStrictEqual } from "node:util";
import { isApiError } from "@compute-host/client";
import type { ApiSpec } from "../spec/api-spec.ts";
import type { DocumentedResponse, NamedExample, Operation } from "../spec/operations.ts";
import { clientCalls, clientOf, errorGuards } from "./client-calls.ts";
import { type CaseContext, type ContractCase, verify } from "./contract-case.ts";
import { statusToAskFor } from "./documented-responses.ts";
import { validRequest } from "./valid-request.ts";

/** What the client makes of every documented response of every operation, asked for by status. */
export function clientResponseCases(spec: ApiSpec): ContractCase[] {
  return spec.operations.flatMap((operation) =>
    operation.responses.map((response) => ({
      title: `the client understands ${response.status} of ${operation.operationId}`,
      operationId: operation.operationId,
      checks: ["response_schema_conformance"],
      needs: ["answersAsAsked"],
      run: (context) => checkClient(context, operation, response),
    })),
  );
}

async function checkClient(
  context: CaseContext,
  operation: Operation,
  response: DocumentedResponse,
): Promise<void> {
  const { operationId } = operation;
  const [example] = response.bodies.flatMap((body) => body.examples);
  const call = Object.entries(clientCalls).find(([name]) => name === operationId)?.[1];
  if (!example || !call)
    throw new Error(`${operationId} ${response.status} has no example or no client method.`);
  const status = statusToAskFor(response, example);
  const { computerId = "" } = validRequest(context, operation).path ?? {};
  const options = { headers: { prefer: `code=${status}, example=${example.name}` } };
  const outcome = await call(clientOf(context.target), computerId, options).catch((error: unknown) => ({
    error,
  }));
  context.record(operationId, response.status);
  if ("error" in outcome) checkError(outcome.error, response, status, example);
  else {
    const isExample = outcome.response.status === status && isDeepStrictEqual(outcome.data, example.value);
    verify("response_schema_conformance", isExample, `the client returns ${JSON.stringify(outcome.data)}`);
    verify("response_headers_conformance", Boolean(outcome.requestId), "the client returns no requestId");
  }
}

function checkError(
  error: unknown,
  response: DocumentedResponse,
  status: number,
  { value }: NamedExample,
): void {
  const isOfItsClass = errorGuards[response.status]?.(error) === true && isApiError(error);
  verify("status_code_conformance", isOfItsClass, `the client throws ${String(error)} for ${status}`);
  verify("status_code_conformance", error.status === status, `the client's error has status ${error.status}`);
  verify(
    "response_schema_conformance",
    isDeepStrictEqual(error.problem, value),
    "the error has another problem",
  );
  verify("response_headers_conformance", Boolean(error.requestId), "the client's error has no requestId");
}
