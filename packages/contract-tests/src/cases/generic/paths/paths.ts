import { listComputers } from "../../computers/calls.ts";
import { type ContractCase, verify } from "../../contract-case.ts";
import { requestOnMissing } from "../plain-request.ts";

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

const list = "/api/v0/computers";

/** How a service treats odd or unknown paths. */
export const pathCases: readonly ContractCase[] = [
  {
    title: "every operation returns 404 for odd IDs, or 400 for an invalid path",
    theme: "methods and paths",
    checks: ["not_a_server_error"],
    needs: ["keepsState"],
    // Dozens of requests in a row also meet a rate limit, if there is one.
    rules: ["OtherError#1", "ComputerId#1", "errors#3", "RateLimited", "Retry-After#1"],
    async run(context) {
      const taken = new Set((await listComputers(context)).map(({ id }) => encodeURIComponent(id)));
      const segments = [...interceptedSegments, ...oddSegments].filter((one) => !taken.has(one));
      for (const operation of context.api.operations.filter(({ path }) => path.includes("{"))) {
        for (const segment of segments) {
          const rawPath = operation.path.replace(/\{\w+\}/, () => segment);
          const mayBeIntercepted = interceptedSegments.includes(segment);
          const rule = mayBeIntercepted ? "OtherError#1" : "ComputerId#1";
          const wanted = { status: [400, 404, 414, 431], rule, mayBeIntercepted } as const;
          await context.send({ ...requestOnMissing(operation), rawPath }, wanted);
        }
      }
    },
  },
  {
    title: "no path redirects, not even an odd one",
    theme: "methods and paths",
    operationId: "listComputers",
    checks: ["decided_behaviour"],
    needs: ["writesOwnProblems"],
    rules: ["methods-and-redirects#2"],
    async run({ send, api }) {
      const operation = api.operation("listComputers");
      const odd = [`${list}/`, list.toUpperCase(), `/${list}`, `${list}/x/`, `${list}//x`, `${list}/.`];
      for (const rawPath of odd) {
        const { status } = await send({ operation, rawPath }, { isOutside: true });
        verify(
          status < 300 || status >= 400,
          "methods-and-redirects#2",
          `${rawPath} gets ${status}, a redirect`,
        );
      }
    },
  },
];
