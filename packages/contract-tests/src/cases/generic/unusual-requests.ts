import { redirects } from "../../conformance/response-checks.ts";
import { type ContractRequest, requestUrl } from "../../http/exchange.ts";
import type { RuleId } from "../../openapi/rules.gen.ts";
import { type ContractCase, verify } from "../contract-case.ts";
import { isSafe, requestOnExisting } from "./plain-request.ts";

/** Header fields that clients and proxies send, and that have no meaning in the interface. */
const meaninglessFields: Readonly<Record<string, string>> = {
  "accept-language": `${"de-CH, tr;q=0.9, *;q=0.1, ".repeat(5)}en;q=0.05`,
  "content-type": "application/json",
  cookie: "a=%zz; b; =c",
  "if-modified-since": "Thu, 01 Jan 1970 00:00:00 GMT",
  "x-forwarded-for": "127.0.0.1",
  "x-forwarded-host": "elsewhere.example",
  "x-forwarded-prefix": "/elsewhere",
  "x-forwarded-proto": "http",
  "x-forwarded-uri": "/api/v0/nothing",
  "x-forwarded-user": "admin",
  "x-http-method-override": "DELETE",
  "x-method-override": "DELETE",
  "x-original-url": "/api/v0/nothing",
  "x-remote-user": "admin",
  "x-rewrite-url": "/api/v0/nothing",
  "x-unknown": "x".repeat(4_096),
};

const fieldCase: ContractCase = {
  title: "every reading operation ignores header fields without a meaning in the interface",
  theme: "methods and paths",
  checks: ["positive_data_acceptance"],
  needs: ["keepsState"],
  rules: ["info", "OtherError#1", "methods-and-redirects#2"],
  async run(context) {
    for (const operation of context.api.operations.filter(isSafe)) {
      const request = await requestOnExisting(context, operation);
      const rule = operation.operationId as RuleId;
      for (const [name, value] of Object.entries(meaninglessFields)) {
        const sent = { ...request, headers: { [name]: value } };
        // A service that takes the field for its proxy's may redirect, which breaks a decision alone.
        await context.send(sent, { status: [200, 431, ...redirects], rule, mayBeIntercepted: true });
      }
      // Which media types a service has, and whether it reads a body with GET, is its own affair.
      const html = { ...request, headers: { accept: "text/html" } };
      await context.send(html, { status: [200, 406], rule, mayBeIntercepted: true });
      if (context.target.lacks.hasSocket !== undefined) continue;
      const { method } = operation;
      const raw = { method, url: requestUrl(request), operation, body: "{}", isAuthenticated: true };
      const { status } = await context.sendRaw(raw);
      const isRight = [0, 200].includes(status) || (status >= 400 && status < 500);
      verify(isRight, rule, `${method} with a body gets ${status}, not 200`);
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
