import type { Operation } from "@compute-host/openapi/model";
import type { ContractApi } from "../../openapi/contract-api.ts";
import { decides } from "../../openapi/sentences.ts";
import { type ContractCase, verify } from "../contract-case.ts";
import { isDestructive, requestOnMissing } from "./plain-request.ts";

const redirectSentence = "the service sends no redirects under";

/** Values of a path parameter as they go over the wire: broken escapes, what databases trip over, encoded dots. */
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

/** What a service does with paths that are odd, or none of its own. */
export function pathCases(api: ContractApi): ContractCase[] {
  const withId = api.operations.filter(
    (operation) => operation.path.includes("{") && !isDestructive(operation, api.document),
  );
  return [...withId.map(takesOddIds), ...unknownPaths(api)];
}

function takesOddIds(operation: Operation): ContractCase {
  return {
    title: `${operation.operationId} answers odd IDs with 404, or 400 where they are no valid path`,
    theme: "methods and paths",
    operationId: operation.operationId,
    checks: ["not_a_server_error"],
    needs: ["keepsState"],
    says: "An invalid path returns 400, an unknown one 404",
    async run(context) {
      const request = requestOnMissing(context, operation);
      for (const segment of oddSegments) {
        const rawPath = operation.path.replaceAll(/\{[^}]+\}/g, segment);
        // A proxy may refuse an address that is this long, or one that it has to take apart.
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
      title: "a path that the interface does not have gets 404, or 400 where it is not valid",
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
      title: "no path is redirected, odd ones included",
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
