import { expect, test } from "vitest";
import { remoteTarget } from "../targets/remote-target.ts";
import { maskTokens } from "./mask-tokens.ts";

test("no token remains anywhere in a value", () => {
  const target = remoteTarget({ baseUrl: "http://host", token: "one", otherToken: "two" });
  const value = { list: ["?token=one", { body: "two and one" }], count: 1 };
  expect(maskTokens(value, target)).toEqual({
    list: ["?token=$CONTRACT_TOKEN", { body: "$CONTRACT_OTHER_TOKEN and $CONTRACT_TOKEN" }],
    count: 1,
  });
});
