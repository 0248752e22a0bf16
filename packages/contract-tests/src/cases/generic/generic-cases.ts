import type { ContractApi } from "../../openapi/contract-api.ts";
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

/** Returns the cases that work for any description. */
export function genericCases(api: ContractApi): ContractCase[] {
  return [
    ...api.operations.filter(isSafe).map(
      (operation): ContractCase => ({
        title: `${operation.operationId} returns a documented response`,
        theme: "responses",
        operationId: operation.operationId,
        checks: ["status_code_conformance", "response_schema_conformance"],
        needs: [],
        async run(context) {
          const { status } = await context.send(await requestOnExisting(context, operation));
          verify(status < 300, `the status is ${status}, not 2xx`, { check: "status_code_conformance" });
        },
      }),
    ),
    ...authenticationCases(api),
    ...methodCases(api),
    ...pathCases(api),
    ...pathSpellingCases(api),
    ...queryCases(api),
    ...bodyCases(api),
    ...generatedBodyCases(api),
    ...requestIdCases(api),
  ];
}
