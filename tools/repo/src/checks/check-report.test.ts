import { expect, test } from "vitest";
import { formatReport } from "./check-report.ts";

test("a check that failed comes first, with what mends it", () => {
  const report = formatReport([
    { name: "links", findings: [], mend: "correct them" },
    { name: "format", findings: ["a.ts\nb.ts"], mend: "pnpm fix" },
  ]);
  expect(report.split("\n")).toEqual([
    "FAILED format",
    "       a.ts",
    "       b.ts",
    "       To mend it: pnpm fix",
    "ok     links",
  ]);
});
