import type { Operation } from "@compute-host/openapi";
import type { ContractApi } from "../../openapi/contract-api.ts";
import type { RuleId } from "../../openapi/rules.gen.ts";
import type { ContractCase } from "../contract-case.ts";
import { bodyCases } from "./bodies/bodies.ts";
import { generatedBodyCases } from "./bodies/generated-bodies.ts";
import { authenticationCases } from "./credentials/authentication.ts";
import { methodCases } from "./paths/methods.ts";
import { pathSpellingCases } from "./paths/path-spellings.ts";
import { pathCases } from "./paths/paths.ts";
import { isSafe, requestOnExisting } from "./plain-request.ts";
import { queryCases } from "./queries.ts";
import { requestIdCase } from "./request-ids.ts";
import { unusualRequestCases } from "./unusual-requests.ts";

/** Returns the cases that follow from the description without knowledge of the operations. */
export function genericCases(api: ContractApi): ContractCase[] {
  const readers = [
    ...api.operations.filter(isSafe).map(isDocumented),
    ...methodCases(api),
    ...authenticationCases,
    ...pathCases,
    ...pathSpellingCases(api),
    ...queryCases(api),
    ...unusualRequestCases,
    requestIdCase,
  ];
  return [...readers.map((one) => ({ ...one, onlyReads: true })), ...bodyCases, ...generatedBodyCases];
}

function isDocumented(operation: Operation): ContractCase {
  const { operationId } = operation;
  return {
    title: `${operationId} returns a documented response`,
    theme: "responses",
    operationId,
    checks: ["status_code_conformance", "response_schema_conformance"],
    rules: [
      operationId as RuleId,
      `${operationId}.200` as RuleId,
      ...(["info", "Computer", "ProvisioningStep", "ComputerSource", "Computer.status#1"] as const),
      ...(["ProvisioningStep.status#1", "ComputerSource.kind#1", "Computer.ownerPrincipalKind#1"] as const),
    ],
    needs: [],
    async run(context) {
      const request = await requestOnExisting(context, operation);
      await context.send(request, { status: 200 });
      // 304 is only for an ETag that the service sent (RFC 9110, section 13.1.2).
      await context.send({ ...request, headers: { "if-none-match": '"contract-tests"' } }, { status: 200 });
    },
  };
}
