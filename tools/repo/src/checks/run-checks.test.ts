import { expect, test } from "vitest";
import { formatReport } from "./run-checks.ts";

test("a failed check comes first, with its fix", () => {
  const report = formatReport([
    { name: "links", findings: [], fix: "correct them" },
    { name: "format", findings: ["a.ts\nb.ts"], fix: "pnpm fix" },
  ]);
  expect(report.split("\n")).toEqual([
    "FAILED format",
    "       a.ts",
    "       b.ts",
    "       To fix it: pnpm fix",
    "ok     links",
  ]);
});
