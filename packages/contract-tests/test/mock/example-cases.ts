import { isDeepStrictEqual } from "node:util";
import type { NamedExample, Operation, Response } from "@compute-host/openapi";
import { existingPath } from "../../src/cases/computers/computer-fixtures.ts";
import { type ContractCase, verify } from "../../src/cases/contract-case.ts";
import { requestOnExisting } from "../../src/cases/generic/plain-request.ts";
import type { ContractApi } from "../../src/openapi/contract-api.ts";
import type { RuleId } from "../../src/openapi/rules.gen.ts";

/** A status for `default` if the example has none; no response documents it. */
const undocumentedStatus = 418;

/** Creates a case for every example of every response and request body, each of which a mock returns on request. */
export function exampleCases(api: ContractApi): ContractCase[] {
  return api.operations.flatMap((operation) => [
    ...operation.responses.flatMap((response) =>
      (response.content?.examples ?? []).map((example) => asked(operation, response, example)),
    ),
    ...(operation.body?.content.examples ?? []).map((example) => takesExample(operation, example)),
  ]);
}

/** The status to request from a mock: for `default`, the status in the example. */
export function statusToAskFor(response: Pick<Response, "status">, example?: NamedExample): number {
  if (response.status !== "default") return Number(response.status);
  const { status } = (example?.value ?? {}) as { status?: unknown };
  return typeof status === "number" ? status : undocumentedStatus;
}

/** The value of `Prefer` that requests a response from a mock, with an example if the description names one. */
export function preferenceFor(response: Pick<Response, "status">, example?: NamedExample): string {
  const status = `code=${statusToAskFor(response, example)}`;
  return example === undefined || example.name === "example" ? status : `${status}, example=${example.name}`;
}

function asked(operation: Operation, response: Response, example: NamedExample): ContractCase {
  const status = statusToAskFor(response, example);
  return {
    title: `${operation.operationId} returns the example ${example.name} of ${response.status} on request`,
    theme: "responses",
    operationId: operation.operationId,
    checks: ["status_code_conformance", "response_schema_conformance"],
    rules: [operation.operationId as RuleId],
    needs: [],
    async run(context) {
      const request = await requestOnExisting(context, operation);
      const json = operation.body?.content.examples[0]?.value;
      const headers = { ...request.headers, prefer: preferenceFor(response, example) };
      const received = await context.send({ ...request, json, headers }, { status });
      const isExample = isDeepStrictEqual(received.json, example.value) || received.text === example.value;
      verify(isExample, operation.operationId as RuleId, `the body is not the example ${example.name}`, {
        check: "response_schema_conformance",
      });
    },
  };
}

function takesExample(operation: Operation, { name, value = null }: NamedExample): ContractCase {
  return {
    title: `${operation.operationId} accepts the body example ${name}`,
    theme: "bodies",
    operationId: operation.operationId,
    checks: ["positive_data_acceptance"],
    rules: [operation.operationId as RuleId],
    needs: [],
    async run(context) {
      const path = await existingPath(context, operation);
      const { status } = await context.send({ operation, path, json: value });
      verify(status < 300, operation.operationId as RuleId, `the example ${name} gets ${status}, not 2xx`, {
        check: "positive_data_acceptance",
      });
    },
  };
}
