import type { ApiSpec } from "../spec/api-spec.ts";
import { type ContractCase, verify } from "./contract-case.ts";
import { validRequest } from "./valid-request.ts";

/** Every named example of a request body is taken; on a mock alone, since examples change computers for good. */
export function exampleRequestCases(spec: ApiSpec): ContractCase[] {
  return spec.operations.flatMap((operation) =>
    (operation.requestBody?.examples ?? []).map(({ name, value }) => ({
      title: `${operation.operationId} takes the example request ${name}`,
      operationId: operation.operationId,
      checks: ["positive_data_acceptance"],
      needs: ["answersAsAsked"],
      async run(context) {
        const request = { ...validRequest(context, operation), json: value };
        const { status } = await context.send(request, { requestExample: name });
        verify("positive_data_acceptance", status < 300, `the example ${name} is answered with ${status}`);
      },
    })),
  );
}
