import { expect, test } from "vitest";
import { remoteTarget } from "../src/targets/remote-target.ts";

const valid = { CONTRACT_BASE_URL: "http://127.0.0.1:4010/", CONTRACT_TOKEN: "chk_test" };

test("describes the service that the environment names", () => {
  expect(remoteTarget(valid)).toMatchObject({ baseUrl: "http://127.0.0.1:4010", token: "chk_test" });
});

test("leaves out what changes computers for good and what needs another owner, unless it is told", () => {
  expect(Object.keys(remoteTarget(valid).lacks)).toEqual([
    "answersAsAsked",
    "limitsRate",
    "isDisposable",
    "hasOtherOwner",
  ]);
  const generous = remoteTarget({ ...valid, CONTRACT_DISPOSABLE: "1", CONTRACT_OTHER_TOKEN: "chk_other" });
  expect(Object.keys(generous.lacks)).toEqual(["answersAsAsked", "limitsRate"]);
});

test.each([
  ["CONTRACT_BASE_URL", "not an address"],
  ["CONTRACT_TOKEN", ""],
  ["CONTRACT_MAX_RESPONSE_MS", "soon"],
  ["CONTRACT_SETTLE_MS", "-1"],
])("says what %s has to be when it is wrong", (name, value) => {
  expect(() => remoteTarget({ ...valid, [name]: value })).toThrow(name);
});
