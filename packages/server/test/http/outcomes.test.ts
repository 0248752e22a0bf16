import { readFileSync } from "node:fs";
import { outcomes, problemsOfAnyRequest } from "@compute-host/core";
import { expect, test } from "vitest";

const core = new URL("../../../core/src/", import.meta.url);
const server = new URL("../../src/", import.meta.url);

const rows = Object.entries<Readonly<Record<string, string>>>({ ...outcomes, any: problemsOfAnyRequest })
  .flatMap(([operationId, row]) =>
    Object.entries(row).map(([outcome, file]) => ({ operationId, outcome, file })),
  )
  .filter(({ outcome }) => !/^2/.test(outcome));

test.each(rows)("$operationId: $file throws $outcome", ({ outcome, file }) => {
  const written = outcome === "invalid-request" ? "invalidRequest(" : `"${outcome}"`;
  const url = file.startsWith("core/src/")
    ? new URL(file.slice("core/src/".length), core)
    : new URL(file.slice("server/src/".length), server);
  expect(readFileSync(url, "utf8")).toContain(written);
});
