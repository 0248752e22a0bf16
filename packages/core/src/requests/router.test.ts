import { expect, test } from "vitest";
import type { Operation } from "../operations/operation.ts";
import { createRouter } from "./router.ts";

const operation = (method: string, path: string): Operation => ({
  operationId: `${method} ${path}`,
  method,
  path,
  successStatus: 200,
  parameters: [],
});
const find = createRouter([
  operation("POST", "/{kind}/{id}"),
  operation("PUT", "/ships/{shipId}"),
  operation("GET", "/ships/{shipId}"),
  operation("GET", "/{kind}/new"),
  operation("POST", "/ships/new"),
  operation("DELETE", "/v1.0/fleet"),
]);

test.each([
  ["GET", "/ships/7", "GET /ships/{shipId}", { shipId: "7" }],
  ["HEAD", "/ships/a%20b%2Fc", "GET /ships/{shipId}", { shipId: "a b/c" }],
  ["PUT", "/ships/7", "PUT /ships/{shipId}", { shipId: "7" }],
  ["POST", "/ships/new", "POST /ships/new", {}],
  ["GET", "/docks/new", "GET /{kind}/new", { kind: "docks" }],
  ["POST", "/docks/7", "POST /{kind}/{id}", { kind: "docks", id: "7" }],
  ["DELETE", "/v1.0/fleet", "DELETE /v1.0/fleet", {}],
  ["DELETE", "/v1%2e0/fl%65et", "DELETE /v1.0/fleet", {}],
  ["GET", "/sh%69ps/%37%25%2f%C3%BC", "GET /ships/{shipId}", { shipId: "7%/ü" }],
  ["GET", "/ships/%2525", "GET /ships/{shipId}", { shipId: "%25" }],
])("%s %s is %s with %j", (method, pathname, operationId, path) => {
  const route = find(method, pathname);
  expect([route.operation.operationId, route.path]).toEqual([operationId, path]);
});

test.each([
  ["GET", "/", "not-found", undefined],
  ["GET", "/ships", "not-found", undefined],
  ["GET", "/ships/7/8", "not-found", undefined],
  ["GET", "/a/ships/7", "not-found", undefined],
  ["GET", "/ships%2f7", "not-found", undefined],
  ["DELETE", "/v1x0/fleet", "method-not-allowed", "POST"],
  ["DELETE", "/ships/7", "method-not-allowed", "PUT, GET, HEAD"],
  ["GET", "/ships/new", "method-not-allowed", "POST"],
  ["GET", "/docks/n%2565w", "method-not-allowed", "POST"],
  ["GET", "/%zz", "malformed-url", undefined],
  ["GET", "/ships/%ff", "malformed-url", undefined],
])("%s %s is refused: %s, with Allow: %s", (method, pathname, code, allow) => {
  expect(() => find(method, pathname)).toThrow(
    expect.objectContaining({ code, options: allow === undefined ? {} : { headers: { allow } } }),
  );
});
