import { isDeepStrictEqual } from "node:util";
import type { ApiSpec } from "../spec/api-spec.ts";
import type { DocumentedResponse, NamedExample, Operation } from "../spec/operations.ts";
import { type ContractCase, verify } from "./contract-case.ts";
import { validRequest } from "./valid-request.ts";

/** A case for every example of every response of every operation, asked for by name. */
export function documentedResponseCases(spec: ApiSpec): ContractCase[] {
  return spec.operations.flatMap((operation) =>
    operation.responses.flatMap((response) =>
      response.bodies.flatMap((body) =>
        body.examples.map((example) => documentedResponseCase(operation, response, example)),
      ),
    ),
  );
}

function documentedResponseCase(
  operation: Operation,
  response: DocumentedResponse,
  example: NamedExample,
): ContractCase {
  const status = statusToAskFor(response, example);
  return {
    title: `${operation.operationId} answers ${response.status} with the example ${example.name}`,
    operationId: operation.operationId,
    checks: ["status_code_conformance", "response_schema_conformance"],
    needs: ["answersAsAsked"],
    async run(context) {
      const request = {
        ...validRequest(context, operation),
        headers: { prefer: `code=${status}, example=${example.name}` },
      };
      const { json } = await context.send(request, { status, example: example.name });
      verify(
        "response_schema_conformance",
        isDeepStrictEqual(json, example.value),
        `the body is not the example ${example.name}`,
      );
    },
  };
}

/** A status that stands for `default`, where the example names none; no response documents it itself. */
const undocumentedStatus = 418;

/** The status by which a mock is asked for a response: for `default`, the one that its example is about. */
export function statusToAskFor(response: DocumentedResponse, example: NamedExample): number {
  if (response.status !== "default") return Number(response.status);
  const { status } = (example.value ?? {}) as { status?: unknown };
  return typeof status === "number" ? status : undocumentedStatus;
}
