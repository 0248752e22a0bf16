import { describe, expect, test } from "vitest";
import { deprecationFields, deprecationWords, readDeprecation } from "./deprecation.ts";

const both = { deprecated: true, "x-deprecated-since": "2026-05-01", "x-sunset": "2027-06-01" };

describe("a deprecated operation", () => {
  test.each([
    [{}, undefined],
    [{ deprecated: false }, undefined],
    [{ deprecated: true }, {}],
    [both, { since: "2026-05-01", sunset: "2027-06-01" }],
  ])("%j has the dates %j", (operation, dates) => {
    expect(readDeprecation(operation, "/here")).toEqual(dates);
  });

  test.each([
    [{ ...both, "x-sunset": "2027-02-30" }, /`x-sunset` is not a date/],
    [{ ...both, "x-sunset": 2027 }, /`x-sunset` is not a date/],
    [{ ...both, "x-deprecated-since": "soon" }, /`x-deprecated-since` is not a date/],
    [{ ...both, "x-sunset": "2026-04-30" }, /`x-sunset` is before `x-deprecated-since`/],
    [{ ...both, deprecated: false }, /add `deprecated: true`/],
  ])("%j is refused", (operation, message) => {
    expect(() => readDeprecation(operation, "/here")).toThrow(message);
  });

  test("says so in words, and in header fields", () => {
    const { since, sunset } = { since: "2026-05-01", sunset: "2027-06-01" };
    expect(deprecationWords({})).toBe("deprecated");
    expect(deprecationWords({ sunset })).toBe("deprecated, removed on 2027-06-01 at the earliest");
    expect(deprecationWords({ since })).toBe("deprecated since 2026-05-01");
    expect(deprecationFields({ since, sunset })).toEqual({
      deprecation: "@1777593600",
      sunset: "Tue, 01 Jun 2027 00:00:00 GMT",
    });
    expect(deprecationFields({})).toEqual({});
  });
});
