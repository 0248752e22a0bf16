import type { Operation } from "@compute-host/openapi/model";
import type { ContractApi } from "../../openapi/contract-api.ts";
import { decides } from "../../openapi/sentences.ts";
import { type ContractCase, verify } from "../contract-case.ts";
import { isDestructive, requestOnMissing } from "./plain-request.ts";

const redirectSentence = "the service sends no redirects under";

/** Path parameter values as sent on the wire: broken escapes, values that trip up databases, encoded dots. */
const oddSegments = [
  "%00",
  "a%00b",
  "%FF",
  "%C0%AF",
  "%E4%A4",
  "%zz",
  "%",
  "%25",
  "%2525",
  "%2F",
  "a%2Fb",
  "%5C",
  "%0A",
  "%20",
  "%3B",
  "%3F",
  "%23",
  "a;b=c",
  "__proto__",
  "constructor",
  "%F0%9F%98%80",
  "%ED%A0%80",
  "'%20or%20'1'='1",
  "*",
  "null",
  "undefined",
  "0",
  "-1",
  "x".repeat(500),
];

/** How a service treats odd or unknown paths. */
export function pathCases(api: ContractApi): ContractCase[] {
  const withId = api.operations.filter(
    (operation) => operation.path.includes("{") && !isDestructive(operation, api.document),
  );
  return [...withId.map(takesOddIds), ...unknownPaths(api)];
}

function takesOddIds(operation: Operation): ContractCase {
  return {
    title: `${operation.operationId} returns 404 for odd IDs, or 400 for an invalid path`,
    theme: "methods and paths",
    operationId: operation.operationId,
    checks: ["not_a_server_error"],
    needs: ["keepsState"],
    says: "An invalid path returns 400, an unknown one 404",
    async run(context) {
      const request = requestOnMissing(context, operation);
      for (const segment of oddSegments) {
        const rawPath = operation.path.replaceAll(/\{[^}]+\}/g, segment);
        // A proxy may refuse a URL that is this long or hard to parse.
        await context.send({ ...request, rawPath }, { status: [400, 404, 414, 431] });
      }
    },
  };
}

function unknownPaths(api: ContractApi): ContractCase[] {
  const [operation] = api.operations.filter(({ method }) => method === "GET");
  if (!operation) return [];
  const first = operation.path.replace(/\{.*/, "").replace(/\/$/, "");
  const cases: ContractCase[] = [];
  const common = { theme: "methods and paths", operationId: operation.operationId } as const;
  if (decides(api, "An invalid path returns 400, an unknown one 404")) {
    cases.push({
      ...common,
      title: "an unknown path returns 404, or 400 if it is invalid",
      checks: ["status_code_conformance"],
      needs: ["writesOwnProblems"],
      says: "An invalid path returns 400, an unknown one 404",
      async run({ send }) {
        for (const rawPath of [
          `${first}-x`,
          `${first}/a/b/c`,
          `${first}x`,
          `${first.replace(/\/[^/]*$/, "")}/no-such-path`,
        ]) {
          await send({ operation, rawPath }, { status: [404, 400], isOutside: true });
        }
      },
    });
  }
  if (decides(api, redirectSentence)) {
    cases.push({
      ...common,
      title: "no path redirects, not even an odd one",
      checks: ["decided_behaviour"],
      needs: ["writesOwnProblems"],
      says: redirectSentence,
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
    });
  }
  return cases;
}
