import type { Operation } from "@compute-host/openapi";
import type { ContractApi } from "../../openapi/contract-api.ts";
import { type ContractCase, verify } from "../contract-case.ts";
import { requestOnMissing } from "./plain-request.ts";

/** Path parameters as sent on the wire that HTTP servers and proxies refuse themselves, in their own words. */
const interceptedSegments = [
  "%00",
  "a%00b",
  "%FF",
  "%C0%AF",
  "%E4%A4",
  "%zz",
  "%",
  "%2F",
  "a%2Fb",
  "%5C",
  "%0A",
  "%ED%A0%80",
  "x".repeat(500),
];

/** Others, which trip up routers and databases. */
const oddSegments = [
  "%25",
  "%2525",
  "%20",
  "%3B",
  "%3F",
  "%23",
  "a;b=c",
  "__proto__",
  "constructor",
  "%F0%9F%98%80",
  "'%20or%20'1'='1",
  "*",
  "null",
  "undefined",
  "0",
  "-1",
];

/** How a service treats odd or unknown paths. */
export function pathCases(api: ContractApi): ContractCase[] {
  const withId = api.operations.filter(({ method, path }) => path.includes("{") && method !== "DELETE");
  return [...withId.map(takesOddIds), ...unknownPaths(api)];
}

function takesOddIds(operation: Operation): ContractCase {
  return {
    title: `${operation.operationId} returns 404 for odd IDs, or 400 for an invalid path`,
    theme: "methods and paths",
    operationId: operation.operationId,
    checks: ["not_a_server_error"],
    needs: ["keepsState"],
    // Dozens of requests in a row also meet a rate limit, if there is one.
    rules: ["OtherError#1", "ComputerId#1", "errors#3", "RateLimited", "Retry-After#1"],
    async run(context) {
      const request = requestOnMissing(context, operation);
      const taken = new Set((await context.fixtures.ids(context)).map(encodeURIComponent));
      for (const segment of [...interceptedSegments, ...oddSegments].filter((one) => !taken.has(one))) {
        const rawPath = operation.path.replaceAll(/\{[^}]+\}/g, segment);
        const mayBeIntercepted = interceptedSegments.includes(segment);
        await context.send({ ...request, rawPath }, { status: [400, 404, 414, 431], mayBeIntercepted });
      }
    },
  };
}

function unknownPaths(api: ContractApi): ContractCase[] {
  const [operation] = api.operations.filter(({ method }) => method === "GET");
  if (!operation) return [];
  const first = operation.path.replace(/\{.*/, "").replace(/\/$/, "");
  const common = { theme: "methods and paths", operationId: operation.operationId } as const;
  return [
    {
      ...common,
      title: "an unknown path returns 404, or 400 if it is invalid",
      checks: ["status_code_conformance"],
      needs: ["writesOwnProblems"],
      rules: ["OtherError#1", "OtherError", "errors#1"],
      async run({ send }) {
        for (const rawPath of [
          `${first}-x`,
          `${first}/a/b/c`,
          `${first}x`,
          `${first.replace(/\/[^/]*$/, "")}/no-such-path`,
        ]) {
          await send({ operation, rawPath }, { status: [404, 400], mayBeIntercepted: true });
        }
      },
    },
    {
      ...common,
      title: "no path redirects, not even an odd one",
      checks: ["decided_behaviour"],
      needs: ["writesOwnProblems"],
      rules: ["methods-and-redirects#2"],
      async run(context) {
        const paths = [
          `${first}/`,
          `${first.toUpperCase()}`,
          `/${first}`,
          `${first}/x/`,
          `${first}//x`,
          `${first}/.`,
        ];
        for (const rawPath of paths) {
          const { status } = await context.send({ operation, rawPath }, { isOutside: true });
          verify(status < 300 || status >= 400, `${rawPath} gets ${status}, a redirect`);
        }
      },
    },
  ];
}
