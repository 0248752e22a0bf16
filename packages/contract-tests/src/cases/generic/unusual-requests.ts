import type { ContractRequest } from "../../http/exchange.ts";
import type { RuleId } from "../../openapi/rules.gen.ts";
import type { ContractCase } from "../contract-case.ts";
import { requestOnExisting } from "./plain-request.ts";

/** Header fields that clients and proxies send, and that have no meaning in the interface. */
const meaninglessFields: Readonly<Record<string, string>> = {
  "accept-language": "de-CH, tr;q=0.9, *;q=0.1",
  cookie: "a=%zz; b; =c; session=\u00e9",
  "x-http-method-override": "DELETE",
  "x-method-override": "DELETE",
  "x-original-url": "/api/v0/nothing",
  "x-rewrite-url": "/api/v0/nothing",
  "x-forwarded-host": "elsewhere.example",
  "x-forwarded-prefix": "/elsewhere",
  "x-forwarded-uri": "/api/v0/nothing",
  "x-unknown": "x".repeat(3_000),
};

const fieldCase: ContractCase = {
  title: "every reading operation ignores header fields without a meaning in the interface",
  theme: "methods and paths",
  checks: ["positive_data_acceptance"],
  needs: ["keepsState"],
  rules: ["info", "OtherError#1"],
  async run(context) {
    for (const operationId of ["listComputers", "getComputer"] as const) {
      const request = await requestOnExisting(context, context.api.operation(operationId));
      const wanted = { status: 200, rule: operationId };
      for (const [name, value] of Object.entries(meaninglessFields))
        await context.send({ ...request, headers: { [name]: value } }, wanted);
    }
  },
};

const longQueryCase: ContractCase = {
  title: "listComputers accepts or refuses a long query without failing",
  theme: "queries",
  operationId: "listComputers",
  checks: ["not_a_server_error"],
  needs: [],
  rules: ["listComputers#2", "OtherError#1"],
  async run(context) {
    const operation = context.api.operation("listComputers");
    const long: readonly (readonly [RuleId, ContractRequest["query"] & object])[] = [
      ["listComputers#2", [["unknown", "x".repeat(4_000)]]],
      ["listComputers#2", [["x".repeat(2_000), "1"]]],
      ["listComputers.hostId#1", [["hostId", "3f".repeat(1_500)]]],
    ];
    for (const [rule, query] of long) {
      const status = rule === "listComputers#2" ? [200, 400, 414, 431] : [400, 414, 431];
      await context.send({ operation, query }, { status, rule, mayBeIntercepted: true });
    }
  },
};

/** Requests that are right but unusual. */
export const unusualRequestCases: readonly ContractCase[] = [fieldCase, longQueryCase];
