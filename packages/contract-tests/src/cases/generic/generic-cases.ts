import { type Operation, parametersIn } from "@compute-host/openapi/model";
import type { ContractApi } from "../../openapi/contract-api.ts";
import { decidesNothing, existing, isDocumented } from "../../openapi/rules.ts";
import { type ContractCase, verify } from "../contract-case.ts";
import { unusedValue } from "../example-fixtures.ts";
import { authenticationCases } from "./authentication.ts";
import { bodyCases } from "./bodies.ts";
import { generatedBodyCases } from "./generated-bodies.ts";
import { methodCases } from "./methods.ts";
import { pathSpellingCases } from "./path-spellings.ts";
import { pathCases } from "./paths.ts";
import {
  isDestructive,
  isSafe,
  requestOnChangeable,
  requestOnExisting,
  requestOnMissing,
} from "./plain-request.ts";
import { queryCases } from "./queries.ts";
import { requestIdCases } from "./request-ids.ts";

/** Returns the cases that work for any description. */
export function genericCases(api: ContractApi): ContractCase[] {
  return [
    ...api.operations
      .filter((operation) => isSafe(operation) || decidesNothing(api))
      .map(
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
          needs: isDestructive(operation, api.document) ? ["deletesRecords"] : [],
          async run(context) {
            const request = await (isSafe(operation) ? requestOnExisting : requestOnChangeable)(
              context,
              operation,
            );
            const { status } = await context.send(request);
            // A service may describe a redirect, or that what the example creates already exists.
            const isOther = decidesNothing(api) && ((status >= 300 && status < 400) || status === 409);
            verify(status < 300 || isOther, `the status is ${status}, not 2xx`, {
              check: "status_code_conformance",
            });
            if (!isSafe(operation)) return;
            // 304 is only for an ETag that the service sent (RFC 9110, section 13.1.2).
            const headers = { ...request.headers, "if-none-match": '"contract-tests"' };
            const conditional = await context.send({ ...request, headers });
            const shown = `If-None-Match with an unknown ETag gets ${conditional.status}, not ${status}`;
            verify(conditional.status === status, shown, { check: "status_code_conformance" });
          },
        }),
      ),
    ...(decidesNothing(api)
      ? api.operations.filter(isSafe).flatMap((one) => missingRecordCase(api, one))
      : []),
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

/** A service that documents 404 does not find a record that does not exist. */
function missingRecordCase(api: ContractApi, operation: Operation): ContractCase[] {
  const canBeMissing = parametersIn(operation, "path").some((one) => unusedValue(api, one) !== undefined);
  if (!canBeMissing || !isDocumented(api, operation, 404)) return [];
  return [
    {
      title: `${operation.operationId} does not find a record that does not exist`,
      theme: "records",
      operationId: operation.operationId,
      checks: ["status_code_conformance"],
      rules: existing(api, [`${operation.operationId}.404`]),
      needs: ["keepsState"],
      async run(context) {
        const { status } = await context.send(requestOnMissing(context, operation));
        verify(status >= 400, `the status is ${status}, not 404`, { check: "status_code_conformance" });
      },
    },
  ];
}
