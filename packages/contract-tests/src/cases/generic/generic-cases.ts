import type { ContractApi } from "../../openapi/contract-api.ts";
import { existing } from "../../openapi/rules.ts";
import { type ContractCase, verify } from "../contract-case.ts";
import { authenticationCases } from "./authentication.ts";
import { bodyCases } from "./bodies.ts";
import { generatedBodyCases } from "./generated-bodies.ts";
import { methodCases } from "./methods.ts";
import { pathSpellingCases } from "./path-spellings.ts";
import { pathCases } from "./paths.ts";
import { isSafe, requestOnExisting } from "./plain-request.ts";
import { queryCases } from "./queries.ts";
import { requestIdCases } from "./request-ids.ts";

/** Returns the cases that follow from the description alone. */
export function genericCases(api: ContractApi): ContractCase[] {
  return [
    ...api.operations.filter(isSafe).map(
      (operation): ContractCase => ({
        title: `${operation.operationId} returns a documented response`,
        theme: "responses",
        operationId: operation.operationId,
        checks: ["status_code_conformance", "response_schema_conformance"],
        rules: existing(api, [
          operation.operationId,
          `${operation.operationId}.200`,
          ...["info", "Computer", "ProvisioningStep", "ProvisioningStep.status#1", "ComputerSource"],
          ...["ComputerSource.kind#1", "Computer.ownerPrincipalKind#1", "Computer.status#1"],
        ]),
        needs: [],
        async run(context) {
          const request = await requestOnExisting(context, operation);
          const { status } = await context.send(request);
          verify(status < 300, `the status is ${status}, not 2xx`, {
            check: "status_code_conformance",
          });
          // 304 is only for an ETag that the service sent (RFC 9110, section 13.1.2).
          const headers = { ...request.headers, "if-none-match": '"contract-tests"' };
          const conditional = await context.send({ ...request, headers });
          const shown = `If-None-Match with an unknown ETag gets ${conditional.status}, not ${status}`;
          verify(conditional.status === status, shown, { check: "status_code_conformance" });
        },
      }),
    ),
    ...methodCases(api),
    ...authenticationCases(api),
    ...pathCases(api),
    ...pathSpellingCases(api),
    ...queryCases(api),
    ...bodyCases(api),
    ...generatedBodyCases(api),
    ...requestIdCases(api),
  ];
}
