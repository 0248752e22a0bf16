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

test("a short token is masked as a whole word only, and a mask is not masked again", () => {
  const target = remoteTarget({ baseUrl: "http://host", token: "a", otherToken: "TOKEN" });
  expect(maskTokens('decided: a name, "a", Bearer a; TOKENS of TOKEN', target)).toBe(
    'decided: $CONTRACT_TOKEN name, "$CONTRACT_TOKEN", Bearer $CONTRACT_TOKEN; TOKENS of $CONTRACT_OTHER_TOKEN',
  );
});

test("a long token is masked wherever it stands, and the longest of two first", () => {
  const target = remoteTarget({ baseUrl: "http://host", token: "secret.+1", otherToken: "secret.+12" });
  expect(maskTokens("xsecret.+1x secret.+12", target)).toBe("x$CONTRACT_TOKENx $CONTRACT_OTHER_TOKEN");
});
