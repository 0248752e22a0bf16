import { expect, test } from "vitest";
import { ConflictError } from "../computers/conflict.ts";
import {
  invalidRequest,
  maxViolations,
  ProblemError,
  problemHead,
  problemOfError,
  problemText,
} from "./problem.ts";

const violations = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ parameter: `p${at}`, message: "is required" }));
const documentOf = (occurrence: object) =>
  JSON.parse(problemText("invalid-request", { requestId: "req_1", target: "/", ...occurrence }));

test("a document has what the spec shows of its kind, and what is its own", () => {
  expect(JSON.parse(problemText("not-found", { requestId: "req_1", target: "/a?b=c" }))).toEqual({
    type: "/problems/not-found",
    title: "Not found",
    status: 404,
    detail: "The service has no such path.",
    instance: "/a",
    requestId: "req_1",
  });
  expect(documentOf({ detail: "D" })).toMatchObject({ detail: "D" });
});

test.each([
  [1, "1 place"],
  [2, "2 places"],
  [maxViolations - 1, "19 places"],
  [maxViolations, "20 places or more"],
  [maxViolations + 1, "20 places or more"],
])("a request with %d violations is refused for %s, and lists up to 20", (count, places) => {
  const { code, options } = invalidRequest(violations(count));
  expect(code).toBe("invalid-request");
  const { detail, errors } = documentOf(options);
  expect(detail).toBe(`The request breaks the schema in ${places}; see errors.`);
  expect(errors).toEqual(violations(count).slice(0, 20));
});

test.each([
  ["", ""],
  ["/a/b?c=d?e", "/a/b"],
  ["/a-._~!$&'()*+,;=:@Z0", "/a-._~!$&'()*+,;=:@Z0"],
  ["/%41%c3%B6", "/%41%c3%B6"],
  ["/%", "/%25"],
  ["/%4", "/%254"],
  ["/%4g%g4", "/%254g%25g4"],
  ['/ "<ö日🚀>', "/%20%22%3C%C3%B6%E6%97%A5%F0%9F%9A%80%3E"],
  ["/\ud800a\udc00", "/%EF%BF%BDa%EF%BF%BD"],
  [`/${"a".repeat(999)}`, `/${"a".repeat(999)}`],
  [`/${"a".repeat(1_000)}`, `/${"a".repeat(999)}`],
  [`/${"a".repeat(998)}%41`, `/${"a".repeat(998)}`],
  [`/${"a".repeat(997)}%C3%B6`, `/${"a".repeat(997)}`],
  [`/${"a".repeat(997)}%41`, `/${"a".repeat(997)}`],
  [`/%41${"a".repeat(1_000)}`, `/%41${"a".repeat(996)}`],
])("the instance of a request for %.30s is %.30s", (target, instance) => {
  expect(documentOf({ target }).instance).toBe(instance);
});

test.each([
  ["unauthenticated", {}, 401, { "www-authenticate": "Bearer" }],
  ["unauthenticated", { headers: { a: "b" } }, 401, { a: "b", "www-authenticate": "Bearer" }],
  ["method-not-allowed", { headers: { allow: "GET" } }, 405, { allow: "GET" }],
  ["name-taken", {}, 409, {}],
] as const)("the head of %s with %j is %d, %j", (code, options, status, headers) => {
  expect(problemHead(new ProblemError(code, options))).toEqual({ status, headers });
});

test("conflicts and problems are problems, other errors are not", () => {
  const problem = new ProblemError("not-found");
  expect(problemOfError(new ConflictError("name-taken"))).toMatchObject({
    name: "ProblemError",
    code: "name-taken",
  });
  expect(problemOfError(problem)).toBe(problem);
  expect(problemOfError(new Error("not-found"))).toBeUndefined();
});
