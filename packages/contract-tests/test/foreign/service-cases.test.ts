import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { apiOf } from "@compute-host/openapi";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describedFixtures } from "../../src/cases/fixtures.ts";
import { bodyCases } from "../../src/cases/generic/bodies.ts";
import { methodCases } from "../../src/cases/generic/methods.ts";
import { queryCases } from "../../src/cases/generic/queries.ts";
import { createContractApi } from "../../src/openapi/contract-api.ts";
import { runContract } from "../../src/run/run-contract.ts";
import { patientLimits } from "../targets/patient-limits.ts";

// What cases about our own description could take for granted: 200, no required parameters, one path for each URL, closed schemas.
const text = { "text/plain": { schema: { type: "string" }, example: "a" } };
const nothing = { 204: { description: "" } };
const problem = { description: "", content: { "application/problem+json": { schema: { type: "object" } } } };
const id = { name: "id", in: "path", required: true, schema: { type: "string" }, example: "1" };
const api = createContractApi(
  apiOf({
    openapi: "3.1.0",
    info: { title: "", version: "" },
    paths: {
      "/größe": {
        get: {
          operationId: "getSize",
          parameters: [
            { name: "X-Unit", in: "header", required: true, schema: { type: "string" }, example: "m" },
            { name: "of", in: "query", required: true, schema: { type: "string" }, example: "a" },
            { name: "exact", in: "query", schema: { type: "boolean" }, example: true },
          ],
          responses: { ...nothing, 400: problem, default: problem },
        },
      },
      "/ships/{id}": {
        get: {
          operationId: "getShip",
          parameters: [id],
          responses: { 200: { description: "", content: text }, default: problem },
        },
      },
      "/ships/{id}:stop": {
        post: { operationId: "stopShip", parameters: [id], responses: { ...nothing, default: problem } },
      },
      "/log": {
        put: {
          operationId: "putLog",
          requestBody: { required: true, content: text },
          responses: { ...nothing, default: problem },
        },
        get: {
          operationId: "getLog",
          responses: { 200: { description: "", content: text }, default: problem },
        },
        head: { operationId: "hasLog", responses: nothing },
      },
      "/notes": {
        post: {
          operationId: "addNote",
          requestBody: {
            required: true,
            content: { "application/json": { schema: { type: "object" }, example: { a: 1 } } },
          },
          responses: { ...nothing, 400: problem, default: problem },
        },
      },
    },
  } as never),
  ["methods-and-redirects#1", "listComputers#2", "InvalidQuery#1"],
);

const methods: readonly (readonly [RegExp, string])[] = [
  [/^\/gr%C3%B6%C3%9Fe$/, "GET, HEAD"],
  [/^\/ships\/[^/]+:stop$/, "GET, HEAD, POST"],
  [/^\/ships\/[^/]+$/, "GET, HEAD"],
  [/^\/log$/, "GET, HEAD, PUT"],
  [/^\/notes$/, "POST"],
];

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://service.test");
  const { method = "" } = request;
  const allow = methods.find(([path]) => path.test(pathname))?.[1] ?? "";
  const end = (status: number, value?: object | string, headers: Record<string, string> = {}) => {
    const type = typeof value === "string" ? "text/plain" : "application/problem+json";
    response.writeHead(status, { ...headers, ...(value !== undefined && { "content-type": type }) });
    response.end(typeof value === "object" ? JSON.stringify(value) : value);
  };
  if (pathname.includes("no-such")) return end(404, {});
  if (!allow.split(", ").includes(method)) return end(405, {}, { allow });
  if (pathname.startsWith("/gr")) {
    const isWrong = searchParams.has("exact") && !/^(true|false)$/.test(searchParams.get("exact") ?? "");
    const lacks = !searchParams.has("of") || request.headers["x-unit"] === undefined;
    const isRepeated = ["of", "exact"].some((name) => searchParams.getAll(name).length > 1);
    const errors = [
      ...(isRepeated ? [{}] : []),
      ...(isWrong ? [{ parameter: "exact" }] : []),
      ...(lacks ? [{ parameter: "of" }] : []),
    ];
    return errors.length > 0 ? end(400, { errors }) : end(204);
  }
  if (pathname === "/log" && method === "HEAD") return end(204);
  return method === "GET" || method === "HEAD" ? end(200, "a") : end(204);
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.close());

test("the cases about methods, queries and names in bodies pass on a service that does what any description says", async () => {
  const target = {
    name: "service",
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: "secret",
    lacks: { keepsState: "it only has the records that the description shows" },
    ...patientLimits,
    fetch,
    passTime: async () => {},
    close: async () => {},
  };
  const ofBodies = bodyCases(api).filter(({ title }) => /inherits/.test(title));
  const cases = [...methodCases(api), ...queryCases(api), ...ofBodies];
  const { outcomes } = await runContract(target, { api, cases, fixtures: describedFixtures });
  const others = outcomes.filter(({ outcome }) => outcome !== "passed");
  expect(
    others.map(({ contractCase, failure, reason }) => [contractCase.title, reason, failure?.violations]),
  ).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(11);
});
