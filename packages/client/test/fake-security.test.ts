import { afterAll, beforeAll, expect, test } from "vitest";
import { authenticate } from "../src/testing/fake-security.ts";
import { operationFacts } from "../src/testing/operation-facts.gen.ts";

const bearer = { in: "header", name: "authorization", prefix: "Bearer " };
const { listComputers } = operationFacts;
beforeAll(() => void Object.assign(operationFacts, { listComputers: { security: [[], [bearer]] } }));
afterAll(() => void Object.assign(operationFacts, { listComputers }));

const call = (authorization?: string, token?: string) => () => {
  const headers = authorization === undefined ? {} : { authorization };
  authenticate("listComputers", new Request("http://service.test", { headers }), token);
};

test("where credentials are optional, the fake takes none, and refuses wrong ones", () => {
  for (const authorization of [undefined, "Bearer right", "Basic eDp5"]) {
    expect(call(authorization, "right")).not.toThrow();
  }
  expect(call("Bearer any")).not.toThrow();
  expect(call("Bearer wrong", "right")).toThrow("unauthenticated");
});
